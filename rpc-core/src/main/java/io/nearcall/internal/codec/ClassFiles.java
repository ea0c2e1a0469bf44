// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;

/** Reads what class files say about themselves, without loading the classes. */
public final class ClassFiles {

    private ClassFiles() {}

    /**
     * Whether {@code name} is an interface outside the JDK that extends {@code java.rmi.Remote}, directly or not.
     *
     * @param name may be made up by a peer
     * @param loader the loader that would load the interface
     */
    public static boolean isRemoteInterface(String name, ClassLoader loader) {
        return isName(name) && !AllowedClasses.ofTheJdk(name) && isRemoteInterface(name, loader, new HashSet<>());
    }

    private static boolean isRemoteInterface(String name, ClassLoader loader, Set<String> seen) {
        if (!seen.add(name)) {
            return false;
        }
        for (String parent : parentsOfInterface(name, loader)) {
            if (parent.equals(RemoteTypes.MARKER_OF_RMI)
                    || (AllowedClasses.ofTheJdk(parent)
                            ? isOfRmiInTheJdk(parent)
                            : isRemoteInterface(parent, loader, seen))) {
                return true;
            }
        }
        return false;
    }

    /** Whether an interface of the JDK is remote. Loads it to see: our own class path names it, not the peer. */
    private static boolean isOfRmiInTheJdk(String parent) {
        try {
            return RemoteTypes.isOfRmi(Class.forName(parent, false, ClassLoader.getPlatformClassLoader()));
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** Whether the name is identifiers with dots between, so that it can only be that of a class. */
    private static boolean isName(String name) {
        if (name.length() > ClassSearch.MAX_NAME_LENGTH) {
            return false;
        }
        boolean begins = true;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (begins ? !Character.isJavaIdentifierStart(c) : c != '.' && !Character.isJavaIdentifierPart(c)) {
                return false;
            }
            begins = c == '.';
        }
        return !begins;
    }

    /** The interfaces that an interface extends; empty if it is no interface or cannot be found. */
    private static String[] parentsOfInterface(String name, ClassLoader loader) {
        try (InputStream file = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
            return file == null ? new String[0] : new ClassFile(file.readAllBytes()).parentsOfInterface();
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            return new String[0];
        }
    }
}
