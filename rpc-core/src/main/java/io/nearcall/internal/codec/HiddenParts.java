// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.EnumMap;

/** Finds parts of JDK objects that no method returns. Serialisation reveals what such an object refers to. */
final class HiddenParts extends ObjectOutputStream {

    private final Object whole;
    private final Class<?> wanted;
    private Object part;
    private Class<?> enumType;

    private HiddenParts(Object whole, Class<?> wanted) throws IOException {
        super(OutputStream.nullOutputStream());
        this.whole = whole;
        this.wanted = wanted;
        enableReplaceObject(true);
    }

    /** The enum class of the keys of an empty map. */
    static Class<?> keyType(EnumMap<?, ?> empty) {
        return look(empty, Void.class).enumType;
    }

    /** The first object of type {@code wanted} that {@code whole} refers to; {@code null} if there is none. */
    static Object firstOf(Object whole, Class<?> wanted) {
        return look(whole, wanted).part;
    }

    private static HiddenParts look(Object whole, Class<?> wanted) {
        try (HiddenParts parts = new HiddenParts(whole, wanted)) {
            parts.writeObject(whole);
            return parts;
        } catch (IOException e) {
            throw new CodecException(
                    "The contents of an object of " + whole.getClass().getName() + " cannot be determined: " + e, e);
        }
    }

    @Override
    protected Object replaceObject(Object object) {
        if (object == whole) {
            return object;
        }
        if (part == null && wanted.isInstance(object)) {
            part = object;
        }
        // Null ends the search here: what the object refers to need not be serialisable.
        return wanted == Void.class ? object : null;
    }

    @Override
    protected void annotateClass(Class<?> described) {
        if (described.isEnum()) {
            enumType = described;
        }
    }
}
