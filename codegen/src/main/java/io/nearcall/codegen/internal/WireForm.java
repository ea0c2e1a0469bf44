// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import io.nearcall.codegen.RemoteMethod.Kind;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** How a value is laid out in a frame; follows from its declared erased type alone, the same on both sides. */
public enum WireForm {
    /** Fixed width, as many bytes as the type has. */
    PRIMITIVE,
    /** {@code Output.writeString}; may be null. */
    STRING,
    /** The value or null, without its class: the declared type is final, so that it can be no other. */
    EXACT,
    /** The class, then the value. */
    WITH_CLASS;

    static WireForm of(Class<?> type) {
        if (type.isPrimitive()) {
            return PRIMITIVE;
        }
        if (type == String.class) {
            return STRING;
        }
        // As Kryo.isFinal: an array is as final as its elements.
        return Modifier.isFinal(elementType(type).getModifiers()) ? EXACT : WITH_CLASS;
    }

    /** See {@link io.nearcall.codegen.RemoteMethod#wireForm()}. */
    public static String of(Method method, Kind kind) {
        StringBuilder form = new StringBuilder("(");
        for (Class<?> type : method.getParameterTypes()) {
            form.append(letter(type));
        }
        return form.append(')')
                .append(kind == Kind.ASYNC ? 'L' : letter(method.getReturnType()))
                .toString();
    }

    private static char letter(Class<?> type) {
        return switch (of(type)) {
            case PRIMITIVE -> type.descriptorString().charAt(0);
            case STRING -> 'T';
            case EXACT -> 'X';
            case WITH_CLASS -> 'L';
        };
    }

    static Class<?> elementType(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element;
    }
}
