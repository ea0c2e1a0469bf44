// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import io.nearcall.codegen.RemoteMethod;
import io.nearcall.codegen.RemoteMethod.Kind;
import java.lang.reflect.Modifier;
import java.util.Locale;

/** The layout of a value in a frame. It follows from the declaration of the method, not from the value. */
public enum WireForm {
    /** Fixed width: as many bytes as the type has. */
    PRIMITIVE('\0'),
    /** {@code Output.writeString}; may be null. */
    STRING('T'),
    /** Length and bytes of a {@code byte[]}; may be null. Only if no other value of the message can be this array. */
    BYTES('A'),
    /** An {@code int[]}, laid out as EXACT. Only if no other value of the message can be the same array. */
    INTS('X'),
    /** As INTS, for a {@code String[]}. */
    STRINGS('X'),
    /**
     * The value or null, without its class: the declared type is final, so the class cannot be another one. Only for
     * classes of the JDK, because a class of the application may be final in one version and not in another.
     */
    EXACT('X'),
    /** The class, then the value. */
    WITH_CLASS('L'),
    /** As WITH_CLASS, even for an object whose class travels by reference elsewhere. */
    VALUE('L'),
    /** A reference to the object, which stays where it is. The declared type is an interface. */
    REFERENCE('R'),
    /** The reference from which the elements are fetched. The declared type is an interface. */
    ELEMENTS('E');

    /** The letter in {@link io.nearcall.codegen.RemoteMethod#wireForm()}. Primitives have the letter of their type. */
    private final char letter;

    WireForm(char letter) {
        this.letter = letter;
    }

    public static WireForm ofParameter(RemoteMethod method, int index) {
        if (method.isByReference(index)) {
            return REFERENCE;
        }
        if (method.isStreamed(index)) {
            return ELEMENTS;
        }
        Class<?> type = method.method().getParameterTypes()[index];
        return isOnlyObject(method, index) ? alone(type, method.isByValue(index)) : of(type, method.isByValue(index));
    }

    /** Whether no other argument can contain the same object. */
    private static boolean isOnlyObject(RemoteMethod method, int index) {
        Class<?>[] types = method.method().getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            if (i != index
                    && !method.isByReference(i)
                    && !method.isStreamed(i)
                    && of(types[i]).isOfKryo()) {
                return false;
            }
        }
        return true;
    }

    public static WireForm ofResult(RemoteMethod method) {
        if (method.isResultByReference()) {
            return REFERENCE;
        }
        if (method.isResultStreamed()) {
            return ELEMENTS;
        }
        Class<?> type = method.method().getReturnType();
        return alone(type, method.isResultByValue());
    }

    /** The form of a value that is the only object of its message. */
    private static WireForm alone(Class<?> type, boolean byValue) {
        if (type == byte[].class) {
            return BYTES;
        }
        if (type == int[].class) {
            return INTS;
        }
        return type == String[].class ? STRINGS : of(type, byValue);
    }

    private boolean isOfKryo() {
        return this == EXACT || this == WITH_CLASS;
    }

    /** Whether the {@link io.nearcall.codegen.ReferenceCodec} writes and reads values of this form. */
    boolean isOfReferences() {
        return this == REFERENCE || this == ELEMENTS;
    }

    /** Follows "write" and "read" in the names of the methods for this form. */
    String suffix() {
        return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }

    private static WireForm of(Class<?> type, boolean byValue) {
        WireForm form = of(type);
        return byValue && form == WITH_CLASS ? VALUE : form;
    }

    static WireForm of(Class<?> type) {
        if (type.isPrimitive()) {
            return PRIMITIVE;
        }
        if (type == String.class) {
            return STRING;
        }
        // Like Kryo.isFinal: an array is as final as its elements.
        Class<?> element = elementType(type);
        return Modifier.isFinal(element.getModifiers()) && isOfTheJdk(element) ? EXACT : WITH_CLASS;
    }

    static boolean isOfTheJdk(Class<?> type) {
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
        return form == PRIMITIVE ? type.descriptorString().charAt(0) : form.letter;
    }

    static Class<?> elementType(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element;
    }
}
