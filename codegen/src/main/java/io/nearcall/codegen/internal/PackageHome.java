// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import java.lang.invoke.MethodHandles;

/** The interface's own package, where package-private types can be named. The classes are hidden and collectable. */
final class PackageHome implements ClassHome {

    private static final MethodHandles.Lookup OURS = MethodHandles.lookup();

    private final MethodHandles.Lookup neighbour;

    private final Object companion;

    /** @param companion lives as long as a class defined here */
    PackageHome(Class<?> type, Object companion) {
        this.companion = companion;
        try {
            this.neighbour = MethodHandles.privateLookupIn(type, OURS);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(
                    "the package of " + type.getName() + " is in our module, and not open to it", e);
        }
    }

    /** Whether we may define classes beside {@code type}, and these classes find ours. */
    static boolean isPossibleFor(Class<?> type) {
        // The JVM does not allow hidden classes to be defined in another module.
        if (type.isPrimitive() || type.isArray() || type.getModule() != PackageHome.class.getModule()) {
            return false;
        }
        return findsOurClasses(type.getClassLoader());
    }

    /** Whether the names that generated code uses mean our classes in that loader. */
    static boolean findsOurClasses(ClassLoader loader) {
        if (loader == PackageHome.class.getClassLoader()) {
            return true;
        }
        for (Class<?> ours : ChildLoader.OURS.values()) {
            if (!Reach.isFoundBy(loader, ours)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Class<?> define(String name, byte[] classFile) {
        try {
            return neighbour
                    .defineHiddenClassWithClassData(classFile, companion, false)
                    .lookupClass();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("could not define " + name, e);
        }
    }
}
