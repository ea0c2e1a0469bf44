// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import io.nearcall.codegen.RemoteMethod;
import io.nearcall.codegen.RemoteMethod.Kind;
import java.lang.reflect.Modifier;
import java.util.Locale;

/** How a value is laid out in a frame; follows from its declared erased type alone, the same on both sides. */
public enum WireForm {
    /** Fixed width, as many bytes as the type has. */
    PRIMITIVE('\0'),
    /** {@code Output.writeString}; may be null. */
    STRING('T'),
    /** Length and bytes of a {@code byte[]}; may be null. Only where no other value of the message can be the same array. */
    BYTES('A'),
    /** An {@code int[]}, laid out as EXACT. Only where no other value of the message can be the same array. */
    INTS('X'),
    /** As INTS, a {@code String[]}. */
    STRINGS('X'),
    /**
     * The value or null, without its class: the declared type is final, so that it can be no other. Only of the JDK's: a
     * class of the application may be final in one version of it and not in another.
     */
    EXACT('X'),
    /** The class, then the value. */
    WITH_CLASS('L'),
    /** As WITH_CLASS, also of an object whose class travels by reference elsewhere. */
    VALUE('L'),
    /** What stands for the object, which stays where it is; the declared type is an interface. */
    REFERENCE('R'),
    /** What the elements are fetched from; the declared type is an interface. */
    ELEMENTS('E');

    /** In {@link io.nearcall.codegen.RemoteMethod#wireForm()}; of primitives it is that of the type. */
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

    /** Whether no other argument is an object that the receiver could know again. */
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

    /** Of a value that is the only object of its message. */
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

    /** Whether it is written and read by the {@link io.nearcall.codegen.ReferenceCodec}. */
    boolean isOfReferences() {
        return this == REFERENCE || this == ELEMENTS;
    }

    /** What the methods of that are called, behind "write" and "read". */
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
        // As Kryo.isFinal: an array is as final as its elements.
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
