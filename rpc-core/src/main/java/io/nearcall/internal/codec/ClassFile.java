// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * What a class file says about its type, without loading it. Fails with an {@link IllegalArgumentException} or an
 * {@link IndexOutOfBoundsException} if the file is malformed, or if its format is newer than this code.
 */
final class ClassFile {

    private static final String OURS = "Lio/nearcall/";
    static final String VALUE = "value";

    private static final int MAGIC = 0xCAFEBABE;
    private static final int INTERFACE = 0x0200;
    private static final int COUNT_INDEX = 8; // of the constants, behind the magic number and the version
    private static final int LONG = 5;
    private static final int DOUBLE = 6;

    private final byte[] file;
    private final int[] constants;
    private final boolean isInterface;
    private int index;

    ClassFile(byte[] file) {
        this.file = file;
        if (lengthAt(0) != MAGIC) {
            throw new IllegalArgumentException("no class file");
        }
        index = COUNT_INDEX;
        constants = new int[next()];
        for (int i = 1; i < constants.length; i++) {
            constants[i] = index;
            i += file[index] == LONG || file[index] == DOUBLE ? 1 : 0; // these take two places
            index += lengthOfConstant();
        }
        isInterface = (next() & INTERFACE) != 0;
        index += 2 * Short.BYTES; // its name, its superclass
    }

    private int lengthOfConstant() {
        return switch (file[index]) {
            case 1 -> 1 + Short.BYTES + number(index + 1);
            case 7, 8, 16, 19, 20 -> 1 + Short.BYTES;
            case 15 -> 1 + 1 + Short.BYTES;
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 1 + Integer.BYTES;
            case LONG, DOUBLE -> 1 + Long.BYTES;
            default -> throw new IllegalArgumentException("a constant of kind " + file[index]);
        };
    }

    /** The names of the interfaces that an interface extends; empty if the type is no interface. */
    String[] parentsOfInterface() {
        String[] parents = new String[isInterface ? number(index) : 0];
        for (int i = 0; i < parents.length; i++) {
            int constant = number(index + (i + 1) * Short.BYTES);
            parents[i] = text(number(constants[constant] + 1)).replace('/', '.');
        }
        return parents;
    }

    /**
     * The annotations of Nearcall on the type: the value of each by descriptor, which is empty if there is no value, or
     * if it is not a string. Called once, and last.
     */
    Map<String, String> marks() {
        Map<String, String> marks = new HashMap<>();
        index += Short.BYTES * (1 + number(index)); // its interfaces
        skipMembers(); // fields
        skipMembers(); // methods
        for (int left = next(); left > 0; left--) {
            boolean wanted = text(next()).equals("RuntimeVisibleAnnotations");
            int end = index + Integer.BYTES + lengthAt(index);
            if (wanted) {
                index += Integer.BYTES;
                for (int annotations = next(); annotations > 0; annotations--) {
                    annotation(marks);
                }
            }
            index = end;
        }
        return marks;
    }

    private void skipMembers() {
        for (int left = next(); left > 0; left--) {
            index += 3 * Short.BYTES; // flags, name, descriptor
            for (int attributes = next(); attributes > 0; attributes--) {
                index += Short.BYTES; // its name
                index += Integer.BYTES + lengthAt(index);
            }
        }
    }

    private void annotation(Map<String, String> marks) {
        String descriptor = text(next());
        String found = "";
        for (int pairs = next(); pairs > 0; pairs--) {
            boolean isValue = text(next()).equals(VALUE);
            String text = element();
            found = isValue ? text : found;
        }
        if (descriptor.startsWith(OURS)) {
            marks.put(descriptor, found);
        }
    }

    /** Skips an element. Returns its text, which is empty if it is not a string. */
    private String element() {
        int kind = file[index++];
        switch (kind) {
            case 's' -> {
                return text(next());
            }
            case 'e' -> index += 2 * Short.BYTES;
            case '@' -> skipAnnotation();
            case '[' -> {
                for (int left = next(); left > 0; left--) {
                    element();
                }
            }
            default -> index += Short.BYTES; // a class, or a constant
        }
        return "";
    }

    private void skipAnnotation() {
        index += Short.BYTES; // its type
        for (int pairs = next(); pairs > 0; pairs--) {
            index += Short.BYTES; // its name
            element();
        }
    }

    private int next() {
        index += Short.BYTES;
        return number(index - Short.BYTES);
    }

    private int number(int at) {
        return (file[at] & 0xFF) << Byte.SIZE | file[at + 1] & 0xFF;
    }

    private int lengthAt(int at) {
        return number(at) << Short.SIZE | number(at + Short.BYTES);
    }

    private String text(int constant) {
        int at = constants[constant] + 1;
        try {
            return new DataInputStream(new ByteArrayInputStream(file, at, file.length - at)).readUTF();
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
