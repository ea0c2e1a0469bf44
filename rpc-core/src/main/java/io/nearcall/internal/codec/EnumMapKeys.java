// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.EnumMap;

/** Finds out of which enum the keys of an empty map are: no method of it tells, but it says so when it is serialised. */
final class EnumMapKeys extends ObjectOutputStream {

    private Class<?> type;

    private EnumMapKeys() throws IOException {
        super(OutputStream.nullOutputStream());
    }

    static Class<?> typeOf(EnumMap<?, ?> empty) {
        try (EnumMapKeys keys = new EnumMapKeys()) {
            keys.writeObject(empty);
            return keys.type;
        } catch (IOException e) {
            throw new CodecException("The key type of an empty EnumMap cannot be found", e);
        }
    }

    @Override
    protected void annotateClass(Class<?> described) {
        if (described.isEnum()) {
            type = described;
        }
    }
}
