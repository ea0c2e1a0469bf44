// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import io.nearcall.codegen.ClassOutline;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The application classes that another JVM needs in order to have an interface: those that its signatures name, what
 * those extend, and the types of their members. Unlike {@link ReachableClasses}, it includes types that no value has.
 * Initialises none of them.
 */
public final class SignatureClasses {

    private static final List<String> OF_NEARCALL =
            List.of("io.nearcall.", "io.nearcall.rmi.", "io.nearcall.spi.", "io.nearcall.build.");

    private static final String INTERNAL = "io.nearcall.internal.";

    private final Map<String, Class<?>> classes = new LinkedHashMap<>();
    private final Deque<Class<?>> open = new ArrayDeque<>();
    private final Set<Type> seen = new HashSet<>();

    private SignatureClasses() {}

    /**
     * Writes the class files of an interface and of its classes: their number, then the name, the length and the bytes
     * of each. The interface comes first. {@link DataOutputStream} defines the format. A class that was made at run
     * time has no file, and the length 0. The files have no code, because whoever asks for the interface need not see
     * how the program works.
     */
    public static byte[] write(Class<?> type) {
        SignatureClasses found = new SignatureClasses();
        found.visit(type);
        while (!found.open.isEmpty()) {
            found.visitMembers(found.open.remove());
        }
        return found.files();
    }

    private void visitMembers(Class<?> type) {
        visit(type.getGenericSuperclass());
        visitAll(type.getGenericInterfaces());
        for (TypeVariable<?> variable : type.getTypeParameters()) {
            visitAll(variable.getBounds());
        }
        if (type.isSealed() && !type.isEnum()) {
            visitAll(type.getPermittedSubclasses());
        }
        if (type.isInterface()) {
            for (Method method : type.getMethods()) {
                visitAll(method.getGenericParameterTypes());
                visit(method.getGenericReturnType());
                visitAll(method.getGenericExceptionTypes());
            }
        } else if (!type.isEnum() && !Throwable.class.isAssignableFrom(type)) { // an exception only needs its text
            for (Field field : TravelRules.members(type)) {
                visit(field.getGenericType());
            }
        }
    }

    private void visitAll(Type[] types) {
        for (Type type : types) {
            visit(type);
        }
    }

    private void visit(Type type) {
        if (type == null || !seen.add(type)) {
            return;
        }
        if (type instanceof ParameterizedType generic) {
            visit(generic.getRawType());
            visitAll(generic.getActualTypeArguments());
        } else if (type instanceof GenericArrayType array) {
            visit(array.getGenericComponentType());
        } else if (type instanceof TypeVariable<?> variable) {
            visitAll(variable.getBounds());
        } else if (type instanceof WildcardType wildcard) {
            visitAll(wildcard.getUpperBounds());
            visitAll(wildcard.getLowerBounds());
        } else {
            visit(TravelRules.elementType((Class<?>) type));
        }
    }

    private void visit(Class<?> type) {
        if (!type.isPrimitive()
                && !TravelRules.ofTheJdk(type)
                && !isOfNearcall(type.getName())
                && classes.putIfAbsent(type.getName(), type) == null) {
            open.add(type);
        }
    }

    /** The JVM that asks has these classes. Programs may have packages below ours, as the samples do. */
    private static boolean isOfNearcall(String name) {
        return name.startsWith(INTERNAL) || OF_NEARCALL.contains(name.substring(0, name.lastIndexOf('.') + 1));
    }

    private byte[] files() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(classes.size());
            for (Class<?> type : classes.values()) {
                byte[] file = fileOf(type);
                out.writeUTF(type.getName());
                out.writeInt(file.length);
                out.write(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The class files cannot be read: " + e, e);
        }
        return bytes.toByteArray();
    }

    private static byte[] fileOf(Class<?> type) throws IOException {
        String path = type.getName().replace('.', '/') + ".class";
        try (InputStream file = type.getClassLoader().getResourceAsStream(path)) {
            return file == null ? new byte[0] : ClassOutline.of(file.readAllBytes());
        }
    }
}
