// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.util.Map;
import java.util.function.BiFunction;

/** Writes and reads an object that contains others, or needs the codec of the lane for something else. */
final class ContainerCodec<T> extends Serializer<T> {

    private final Writer<T> writer;
    private final Reader<T> reader;

    interface Writer<T> {
        void write(LaneCodec codec, FrameOutput out, T value);
    }

    interface Reader<T> {
        T read(LaneCodec codec, FrameInput in);
    }

    ContainerCodec(Writer<T> writer, Reader<T> reader) {
        this.writer = writer;
        this.reader = reader;
    }

    /** For a map entry on its own: the key, then the value. */
    static ContainerCodec<Map.Entry<?, ?>> ofEntry(BiFunction<Object, Object, Map.Entry<?, ?>> maker) {
        return new ContainerCodec<>(
                (codec, out, entry) -> {
                    codec.writeAny(out, entry.getKey());
                    codec.writeAny(out, entry.getValue());
                },
                (codec, in) -> maker.apply(codec.readAny(in), codec.readAny(in)));
    }

    @Override
    public void write(Kryo kryo, Output output, T value) {
        writer.write((LaneCodec) kryo, (FrameOutput) output, value);
    }

    @Override
    public T read(Kryo kryo, Input input, Class<? extends T> type) {
        return reader.read((LaneCodec) kryo, (FrameInput) input);
    }
}
