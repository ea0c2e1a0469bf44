// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import io.nearcall.codegen.RemoteMethod;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Where the classes generated for one interface live: a loader and a package from which they see all they need. */
interface ClassHome {

    /*
     * Usually that is a loader of their own, child of the interface's loader and of ours. A class there reaches public
     * types only; packages that are open to our module, and not exported, are opened to that loader's. For an interface
     * that mentions package-private types the classes are defined beside the interface, which has to be in our module, as
     * on one class path, and whose loader has to find our classes.
     */

    /** Defines a class whose name came from {@link #nameFor}. */
    Class<?> define(String name, byte[] classFile);

    /** The binary name for a class generated for {@code type}. */
    String nameFor(Class<?> type, String suffix);

    /**
     * For a class that implements all of {@code types}; lives with the first.
     *
     * @param companion lives as long as a class defined there does
     */
    static ClassHome of(List<? extends Class<?>> types, List<RemoteMethod> methods, Object companion) {
        Class<?> type = types.get(0);
        Set<Class<?>> mentioned = new LinkedHashSet<>(types);
        for (RemoteMethod method : methods) {
            mentioned.add(method.method().getReturnType());
            mentioned.addAll(List.of(method.method().getParameterTypes()));
        }
        Reach reach = new Reach(type);
        for (Class<?> each : mentioned) {
            if (!reach.isPublic(each)) {
                return new PackageHome(type, companion);
            }
        }
        return new ChildLoader(type.getClassLoader(), mentioned, companion);
    }
}
