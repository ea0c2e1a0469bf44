// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import io.nearcall.codegen.RemoteMethod;
import io.nearcall.codegen.RemoteMethod.Kind;
import java.lang.reflect.Modifier;

/** How a value is laid out in a frame; follows from its declared erased type alone, the same on both sides. */
public enum WireForm {
    /** Fixed width, as many bytes as the type has. */
    PRIMITIVE,
    /** {@code Output.writeString}; may be null. */
    STRING,
    /**
     * The value or null, without its class: the declared type is final, so that it can be no other. Only of the JDK's: a
     * class of the application may be final in one version of it and not in another.
     */
    EXACT,
    /** The class, then the value. */
    WITH_CLASS,
    /** What stands for the object, which stays where it is; the declared type is an interface. */
    REFERENCE;

    static WireForm ofParameter(RemoteMethod method, int index) {
        return method.isByReference(index) ? REFERENCE : of(method.method().getParameterTypes()[index]);
    }

    static WireForm ofResult(RemoteMethod method) {
        return method.isResultByReference() ? REFERENCE : of(method.method().getReturnType());
    }

    static WireForm of(Class<?> type) {
        if (type.isPrimitive()) {
            return PRIMITIVE;
        }
        if (type == String.class) {
            return STRING;
        }
        // As Kryo.isFinal: an array is as final as its elements.
        Class<?> element = elementType(type);
        return Modifier.isFinal(element.getModifiers()) && isOfTheJdk(element) ? EXACT : WITH_CLASS;
    }

    private static boolean isOfTheJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    /** See {@link io.nearcall.codegen.RemoteMethod#wireForm()}. */
    public static String of(RemoteMethod method) {
        StringBuilder form = new StringBuilder("(");
        Class<?>[] parameters = method.method().getParameterTypes();
        for (int i = 0; i < parameters.length; i++) {
            form.append(letter(ofParameter(method, i), parameters[i]));
        }
        Class<?> result = method.method().getReturnType();
        return form.append(')')
                .append(method.kind() == Kind.ASYNC ? 'L' : letter(ofResult(method), result))
                .toString();
    }

    private static char letter(WireForm form, Class<?> type) {
        return switch (form) {
            case PRIMITIVE -> type.descriptorString().charAt(0);
            case STRING -> 'T';
            case EXACT -> 'X';
            case WITH_CLASS -> 'L';
            case REFERENCE -> 'R';
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
