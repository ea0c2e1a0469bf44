// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import io.nearcall.codegen.RemoteMethod;
import io.nearcall.codegen.RemoteValue;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The home of the classes generated for one interface: a loader and a package from which they see all they need. */
interface ClassHome {

    /*
     * Usually the home is a loader of their own, a child of the interface's loader and of ours. A class in this loader
     * reaches public types only. Packages that are open to our module, but not exported, are opened to the module of
     * this loader. If an interface mentions package-private types, the classes are defined beside the interface. The
     * interface then has to be in our module, as on one class path, and its loader has to find our classes.
     */

    /** Defines a class whose name comes from {@link #nameFor}. */
    Class<?> define(String name, byte[] classFile);

    /** The binary name for a class generated for {@code type}. */
    static String nameFor(Class<?> type, String suffix) {
        // Only the boot loader may define classes in packages called java.
        return (type.getName().startsWith("java.") ? "nearcall." : "") + type.getName() + suffix;
    }

    /**
     * The home for a class that implements all of {@code types}. The home lives as long as the first one.
     *
     * @param companion lives as long as a class defined in this home
     */
    static ClassHome of(List<? extends Class<?>> types, List<RemoteMethod> methods, Object companion) {
        Class<?> type = types.get(0);
        Set<Class<?>> mentioned = new LinkedHashSet<>(types);
        for (RemoteMethod method : methods) {
            mentioned.add(method.result().declared());
            for (RemoteValue parameter : method.parameters()) {
                mentioned.add(parameter.declared());
            }
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
