// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The annotations of Nearcall on an interface itself, not on its methods. Any thread may use it. */
public final class TypeMarks {

    /*
     * The JVM makes proxies of annotations. The first one takes some fifty JDK classes that are in no archive, and the
     * first lambdas of the JVM: a tenth of the time of a client's first call. So the class file is read, as far as the
     * annotations of its type. The JVM is asked if there is no class file, or if it has none of Nearcall's annotations.
     * Then there are mostly no annotations to make proxies of.
     *
     * The JVM is also asked for classes of other loaders than that of the class path. Such a loader may have made its
     * class from another file than the one that it finds, such as its parent's.
     */

    private static final String OURS = "Lio/nearcall/";
    private static final String VALUE = "value";

    /** Stands for what class files encode in another way than UTF-8: 0, and characters beyond U+FFFF. */
    private static final char UNREADABLE = '\uFFFD';

    private static final int HEADER_BYTES = 10;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;

    /**
     * The value of each annotation by descriptor; empty if there is no value, or if it is not a string. The map is
     * empty if the JVM must be asked.
     */
    private static final ClassValue<Map<String, String>> MARKS = new ClassValue<>() {
        @Override
        protected Map<String, String> computeValue(Class<?> type) {
            return TravelRules.ofTheJdk(type) ? Map.of() : read(type);
        }
    };

    private final byte[] file;
    private final int[] constants;
    private final Map<String, String> marks = new HashMap<>();
    private int index;
    private boolean isReadable = true;

    private TypeMarks(byte[] file) {
        this.file = file;
        index = HEADER_BYTES;
        constants = new int[number(index - Short.BYTES)];
    }

    /** Whether the type has this annotation, which is one of Nearcall's. */
    public static boolean has(Class<?> type, Class<? extends Annotation> annotation) {
        return value(type, annotation) != null;
    }

    /** The annotation's value; empty if it has none or no string; null if the type does not have the annotation. */
    public static String value(Class<?> type, Class<? extends Annotation> annotation) {
        Map<String, String> marks = MARKS.get(type);
        return marks.isEmpty() ? valueOf(type.getAnnotation(annotation)) : marks.get(annotation.descriptorString());
    }

    private static String valueOf(Annotation annotation) {
        if (annotation == null) {
            return null;
        }
        try {
            Object value = annotation.annotationType().getMethod(VALUE).invoke(annotation);
            return value instanceof String text ? text : "";
        } catch (NoSuchMethodException e) {
            return "";
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("annotation=" + annotation, e);
        }
    }

    private static Map<String, String> read(Class<?> type) {
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        if (type.getClassLoader() != loader) {
            return Map.of();
        }
        try (InputStream file = loader.getResourceAsStream(type.getName().replace('.', '/') + ".class")) {
            return file == null ? Map.of() : new TypeMarks(file.readAllBytes()).read();
        } catch (IOException | RuntimeException e) {
            return Map.of(); // the file is missing, or its format is newer than this code
        }
    }

    private Map<String, String> read() {
        for (int i = 1; i < constants.length; i++) {
            constants[i] = index;
            int lengthBytes = lengthOfConstant();
            if (lengthBytes == 0) {
                return Map.of();
            }
            i += file[index] == LONG || file[index] == DOUBLE ? 1 : 0; // these take two places
            index += lengthBytes;
        }
        index += 3 * Short.BYTES; // flags, its name, its superclass
        index += Short.BYTES * (1 + number(index)); // its interfaces
        skipMembers(); // fields
        skipMembers(); // methods
        for (int left = next(); left > 0; left--) {
            boolean wanted = text(next()).equals("RuntimeVisibleAnnotations");
            int end = index + Integer.BYTES + (number(index) << Short.SIZE) + number(index + Short.BYTES);
            if (wanted) {
                index += Integer.BYTES;
                for (int annotations = next(); annotations > 0; annotations--) {
                    annotation();
                }
            }
            index = end;
        }
        return isReadable ? Map.copyOf(marks) : Map.of();
    }

    /** Returns zero for an unknown kind. */
    private int lengthOfConstant() {
        return switch (file[index]) {
            case 1 -> 1 + Short.BYTES + number(index + 1);
            case 7, 8, 16, 19, 20 -> 1 + Short.BYTES;
            case 15 -> 1 + 1 + Short.BYTES;
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 1 + Integer.BYTES;
            case LONG, DOUBLE -> 1 + Long.BYTES;
            default -> 0;
        };
    }

    private void skipMembers() {
        for (int left = next(); left > 0; left--) {
            index += 3 * Short.BYTES; // flags, name, descriptor
            for (int attributes = next(); attributes > 0; attributes--) {
                index += Short.BYTES; // its name
                index += Integer.BYTES + (number(index) << Short.SIZE) + number(index + Short.BYTES);
            }
        }
    }

    private void annotation() {
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
                String text = text(next());
                isReadable &= text.indexOf(UNREADABLE) < 0;
                return text;
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

    private String text(int constant) {
        int at = constants[constant] + 1;
        return new String(file, at + Short.BYTES, number(at), StandardCharsets.UTF_8);
    }
}
