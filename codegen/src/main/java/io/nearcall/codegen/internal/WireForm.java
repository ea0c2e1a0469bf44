// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import io.nearcall.codegen.RemoteMethod;
import io.nearcall.codegen.RemoteMethod.Kind;
import io.nearcall.codegen.RemoteValue;
import java.lang.reflect.Modifier;
import java.util.List;
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
        return of(method.parameters().get(index), isOnlyObject(method.parameters(), index));
    }

    /** Whether no other argument can contain the same object. */
    private static boolean isOnlyObject(List<RemoteValue> parameters, int index) {
        for (int i = 0; i < parameters.size(); i++) {
            if (i != index && of(parameters.get(i), false).isOfKryo()) {
                return false;
            }
        }
        return true;
    }

    public static WireForm ofResult(RemoteMethod method) {
        return of(method.result(), true);
    }

    /** @param isAlone whether the value is the only object of its message */
    private static WireForm of(RemoteValue value, boolean isAlone) {
        if (value.isByReference()) {
            return REFERENCE;
        }
        if (value.isStreamed()) {
            return ELEMENTS;
        }
        Class<?> type = value.declared();
        if (isAlone && type == byte[].class) {
            return BYTES;
        }
        if (isAlone && type == int[].class) {
            return INTS;
        }
        if (isAlone && type == String[].class) {
            return STRINGS;
        }
        WireForm form = of(type);
        return value.isByValue() && form == WITH_CLASS ? VALUE : form;
    }

    /** Whether Kryo reads values of this form, which may refer to other objects of the message. */
    boolean isOfKryo() {
        return this == EXACT || this == WITH_CLASS || this == VALUE;
    }

    /** Whether the {@link io.nearcall.codegen.ReferenceCodec} writes and reads values of this form. */
    boolean isOfReferences() {
        return this == REFERENCE || this == ELEMENTS;
    }

    /** Follows "write" and "read" in the names of the methods for this form. */
    String suffix() {
        return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
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
        for (int i = 0; i < method.parameters().size(); i++) {
            form.append(
                    letter(ofParameter(method, i), method.parameters().get(i).declared()));
        }
        char result = method.kind() == Kind.ASYNC
                ? WITH_CLASS.letter
                : letter(ofResult(method), method.result().declared());
        return form.append(')').append(result).toString();
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
