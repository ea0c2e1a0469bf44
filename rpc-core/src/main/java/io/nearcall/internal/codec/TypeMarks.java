// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
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

    private TypeMarks() {}

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
            Object value =
                    annotation.annotationType().getMethod(ClassFile.VALUE).invoke(annotation);
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
            return file == null ? Map.of() : Map.copyOf(new ClassFile(file.readAllBytes()).marks());
        } catch (IOException | RuntimeException e) { // a strange loader or class file: the JVM is asked instead
            return Map.of();
        }
    }
}
