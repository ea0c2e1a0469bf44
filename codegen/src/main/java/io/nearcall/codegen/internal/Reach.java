// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import java.lang.reflect.Modifier;

/** Finds out which types the classes generated for one interface can name. */
public final class Reach {

    private final Class<?> type;
    private final ClassLoader loader;

    public Reach(Class<?> type) {
        this.type = type;
        this.loader = type.getClassLoader();
    }

    /** Why generated code cannot name {@code mentioned}, as the end of a sentence; {@code null} if it can. */
    public String fault(Class<?> mentioned) {
        Class<?> element = WireForm.elementType(mentioned);
        if (element.isPrimitive()) {
            return null;
        }
        if (element.isHidden()) {
            return "is a hidden class, which no other class can name";
        }
        if (!isVisible(element)) {
            return "is not the class that the interface's own class loader finds by this name";
        }
        if (isPublic(element) || isInPackageOf(type, element) && PackageHome.isPossibleFor(type)) {
            return null;
        }
        if (!isPublicClass(element)) {
            return isInPackageOf(type, element)
                    ? "is not public, and Nearcall's classes are not visible in its package: make it public"
                    : "is not public";
        }
        String fault = "is in a package that its module " + element.getModule().getName() + " does not export";
        return WireForm.isOfTheJdk(element)
                ? fault
                : fault + ": add \"exports " + element.getPackageName() + ";\" to its module-info.java";
    }

    /** Whether code of any package in an unnamed module can name {@code mentioned}, or can if we open the package. */
    boolean isPublic(Class<?> mentioned) {
        Class<?> element = WireForm.elementType(mentioned);
        return isPublicClass(element)
                && (isExported(element)
                        || element.getModule().isOpen(element.getPackageName(), Reach.class.getModule()));
    }

    static boolean isExported(Class<?> element) {
        return element.getModule().isExported(element.getPackageName());
    }

    static boolean isPublicClass(Class<?> element) {
        // To the virtual machine a nested class that is protected in the source is public.
        return (element.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    }

    static boolean isInPackageOf(Class<?> type, Class<?> other) {
        return other.getClassLoader() == type.getClassLoader()
                && other.getPackageName().equals(type.getPackageName());
    }

    private boolean isVisible(Class<?> element) {
        return element.getClassLoader() == loader || element.getClassLoader() == null || isFoundBy(loader, element);
    }

    /** False if the loader finds no class of that name, or another one. */
    static boolean isFoundBy(ClassLoader loader, Class<?> named) {
        try {
            return Class.forName(named.getName(), false, loader) == named;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
