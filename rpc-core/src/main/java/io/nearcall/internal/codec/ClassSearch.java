// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Loads classes whose names a peer may have made up. Any thread. */
final class ClassSearch {

    /*
     * A class loader that loads in parallel, as the JDK's do, keeps a lock for every name that it was ever asked for.
     * So do its parents. So it is asked only for classes that have a file in the place where it looks for files.
     * Classes in the application's packages may be generated and have no file. For these packages the loader is also
     * asked for a limited number of names that do not exist.
     *
     * An image of native-image has no class files. Its loader has a table of all classes and keeps nothing for other
     * names.
     */

    /** GraalVM sets this property in an image. */
    private static final boolean IN_AN_IMAGE = System.getProperty("org.graalvm.nativeimage.imagecode") != null;

    /** Longer names are not looked for: the directories and the file of a class have no room for them. */
    static final int MAX_NAME_LENGTH = 512;

    /** This many names without a class or a file cost a loader and its parents about a megabyte at most. */
    static final int MAX_MISSED = 500;

    private final Set<String> found = ConcurrentHashMap.newKeySet();
    private final Set<String> missed = ConcurrentHashMap.newKeySet();

    /**
     * As {@link Class#forName(String, boolean, ClassLoader)}, without initialising the class.
     *
     * @param elementName the same name, or for an array the name of its elements, which are not primitive
     */
    Class<?> load(String className, String elementName, ClassLoader loader) throws ClassNotFoundException {
        if (found.contains(elementName)) {
            return Class.forName(className, false, loader);
        }
        if (!isPossible(elementName)) {
            throw new ClassNotFoundException(className);
        }
        if (IN_AN_IMAGE) {
            return Class.forName(className, false, loader);
        }
        if (hasFile(elementName, loader)) {
            found.add(elementName);
            return Class.forName(className, false, loader);
        }
        if (AllowedClasses.ofTheJdk(elementName) || missed.size() >= MAX_MISSED && !missed.contains(elementName)) {
            throw new ClassNotFoundException(className);
        }
        try {
            Class<?> generated = Class.forName(className, false, loader);
            found.add(elementName);
            return generated;
        } catch (ClassNotFoundException e) {
            missed.add(elementName); // asking for it again costs nothing more, and it may be generated later
            throw e;
        }
    }

    /** Whether the name is the only one under which its file would be found. */
    private static boolean isPossible(String name) {
        return name.length() <= MAX_NAME_LENGTH && name.indexOf('/') < 0 && !name.contains("..");
    }

    private static boolean hasFile(String name, ClassLoader loader) {
        String file = name.replace('.', '/') + ".class";
        if (AllowedClasses.ofTheJdk(name)) {
            Module home = moduleOf(name.substring(0, name.lastIndexOf('.')));
            if (home != null && loaderOf(home).getResource(file) != null) {
                return true;
            }
            if (name.startsWith("java.")) {
                return false; // only modules of the JDK have such packages
            }
        }
        return loader.getResource(file) != null;
    }

    private static ClassLoader loaderOf(Module module) {
        ClassLoader loader = module.getClassLoader();
        return loader == null ? ClassLoader.getPlatformClassLoader() : loader; // which finds the boot classes too
    }

    /** Asked first, because loaders also remember the resources that they looked for in packages of no module. */
    private static Module moduleOf(String packageName) {
        for (Module module : ModuleLayer.boot().modules()) {
            if (module.getPackages().contains(packageName)) {
                return module;
            }
        }
        return null;
    }
}
