// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;

/** Reads what class files say about themselves, without loading the classes. */
public final class ClassFiles {

    private static final int MAGIC = 0xCAFEBABE;
    private static final int INTERFACE = 0x0200;

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
            return file == null
                    ? new String[0]
                    : parentsOfInterface(new DataInputStream(new BufferedInputStream(file)));
        } catch (IOException e) {
            return new String[0];
        }
    }

    private static String[] parentsOfInterface(DataInputStream file) throws IOException {
        if (file.readInt() != MAGIC) {
            return new String[0];
        }
        file.readInt(); // version
        Object[] constants = new Object[file.readUnsignedShort()];
        for (int i = 1; i < constants.length; i++) {
            int tag = file.readUnsignedByte();
            switch (tag) {
                case 1 -> constants[i] = file.readUTF();
                case 7 -> constants[i] = file.readUnsignedShort(); // a class: the index of its name
                case 8, 16, 19, 20 -> file.readUnsignedShort();
                case 15 -> file.skipNBytes(3);
                case 3, 4, 9, 10, 11, 12, 17, 18 -> file.readInt();
                case 5, 6 -> { // these take two places
                    file.readLong();
                    i++;
                }
                default -> throw new IOException("a constant of kind " + tag);
            }
        }
        boolean isInterface = (file.readUnsignedShort() & INTERFACE) != 0;
        file.readInt(); // this class, and the superclass
        String[] parents = new String[file.readUnsignedShort()];
        for (int i = 0; i < parents.length; i++) {
            parents[i] = name(constants, file.readUnsignedShort());
        }
        return isInterface ? parents : new String[0];
    }

    private static String name(Object[] constants, int index) throws IOException {
        if (index < constants.length
                && constants[index] instanceof Integer at
                && at < constants.length
                && constants[at] instanceof String name) {
            return name.replace('/', '.');
        }
        throw new IOException("no class name at " + index);
    }
}
