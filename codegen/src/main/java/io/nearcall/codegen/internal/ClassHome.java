// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import io.nearcall.codegen.RemoteMethod;
import java.util.List;

/** Where the classes generated for one interface live: a loader and a package from which they see all they need. */
interface ClassHome {

    /*
     * Usually that is a loader of their own, child of the interface's loader and of ours. A class there reaches public
     * types only. For an interface that mentions package-private ones the classes are defined beside the interface,
     * which its module has to permit, and whose loader has to find our classes.
     */

    /** Defines a class whose name came from {@link #nameFor}. */
    Class<?> define(String name, byte[] classFile);

    /** The binary name for a class generated for {@code type}. */
    String nameFor(Class<?> type, String suffix);

    /** @param companion lives as long as a class defined there does */
    static ClassHome of(Class<?> type, List<RemoteMethod> methods, Object companion) {
        Reach reach = new Reach(type);
        boolean allPublic = reach.isPublic(type);
        for (RemoteMethod method : methods) {
            allPublic &= reach.isPublic(method.method().getReturnType());
            for (Class<?> parameter : method.method().getParameterTypes()) {
                allPublic &= reach.isPublic(parameter);
            }
        }
        return allPublic ? new ChildLoader(type.getClassLoader(), companion) : new PackageHome(type, companion);
    }
}
