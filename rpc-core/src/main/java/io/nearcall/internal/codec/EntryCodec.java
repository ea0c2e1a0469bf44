// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.util.Map;
import java.util.function.BiFunction;

/** Writes and reads map entries on their own: the key, then the value. */
final class EntryCodec extends Serializer<Map.Entry<?, ?>> {

    private final BiFunction<Object, Object, Map.Entry<?, ?>> maker;

    EntryCodec(BiFunction<Object, Object, Map.Entry<?, ?>> maker) {
        this.maker = maker;
    }

    @Override
    public void write(Kryo kryo, Output output, Map.Entry<?, ?> entry) {
        kryo.writeClassAndObject(output, entry.getKey());
        kryo.writeClassAndObject(output, entry.getValue());
    }

    @Override
    public Map.Entry<?, ?> read(Kryo kryo, Input input, Class<? extends Map.Entry<?, ?>> type) {
        return maker.apply(kryo.readClassAndObject(input), kryo.readClassAndObject(input));
    }
}
