// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.bytes;

import com.esotericsoftware.kryo.kryo5.KryoException;
import io.nearcall.internal.codec.AllowedClasses;
import io.nearcall.internal.codec.ClassTable;
import io.nearcall.internal.codec.CodecException;
import io.nearcall.internal.codec.FrameInput;
import io.nearcall.internal.codec.FrameOutput;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.codec.MalformedMessage;
import io.nearcall.internal.codec.Patience;
import io.nearcall.internal.codec.RemoteObjects;
import io.nearcall.internal.codec.ShapeMatch;
import io.nearcall.internal.codec.SpareCodecs;
import io.nearcall.internal.codec.ThrowableCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.function.Consumer;

/** A lane's codec without the channel. The first byte of a message says how it is split into fragments. */
final class Lane {

    static final int MAX_BYTES = 1 << 16;

    private static final int FRAGMENT_UNIT = 8;

    private final ByteBuffer memory = ByteBuffer.allocateDirect(MAX_BYTES);
    private final FrameInput input = new FrameInput(memory, this::next);
    private final ClassTable table = new ClassTable((type, patience) -> {
        throw new CodecException(type + " is not agreed on");
    });
    private final ThrowableCodec throwables;
    private final int maxDepth;
    private LaneCodec codec;
    private boolean broken;
    private byte[] message;
    private int begun;
    private int step;

    Lane(ClassLoader loader) {
        this(loader, LaneCodec.DEFAULT_MAX_DEPTH);
    }

    Lane(ClassLoader loader, int maxDepth) {
        this.maxDepth = maxDepth;
        int id = ClassTable.firstId();
        for (Class<?> type : Goods.CLASSES) {
            table.define(id++, type, ShapeMatch.SAME);
        }
        Collection<Class<?>> allowed = new ArrayList<>(Goods.CLASSES);
        allowed.add(Goods.OutOfStock.class);
        allowed.add(Goods.Faulty.class);
        ThrowableCodec plain = new ThrowableCodec(AllowedClasses.NONE.with(allowed), loader);
        throwables = plain.withValues(new SpareCodecs(
                () -> LaneCodec.of(table, plain, RemoteObjects.NONE, maxDepth, Patience.UNHURRIED, false)));
        codec = LaneCodec.of(table, throwables, RemoteObjects.NONE, maxDepth, Patience.UNHURRIED, false);
    }

    /** As the runtime does after an exception. */
    void prepare() {
        if (broken) {
            broken = false;
            codec = LaneCodec.of(table, throwables, RemoteObjects.NONE, maxDepth, Patience.UNHURRIED, false);
        }
    }

    Object readValue(byte[] bytes) {
        begin(bytes);
        broken = true;
        Object value = codec.readClassAndObject(input);
        broken = false;
        return value;
    }

    Throwable readThrowable(byte[] bytes) {
        begin(bytes);
        return throwables.read(input, "process 1 called by process 2");
    }

    private void begin(byte[] bytes) {
        codec.reset();
        message = bytes;
        begun = 1;
        int unit = bytes.length == 0 ? 0 : bytes[0] & 0xFF;
        step = unit == 0 ? MAX_BYTES : unit * FRAGMENT_UNIT;
        input.reset(0, 0);
    }

    private void next(FrameInput in) {
        int length = Math.min(step, message.length - begun);
        if (length <= 0) {
            throw new MalformedMessage("The message has ended");
        }
        memory.put(0, message, begun, length);
        begun += length;
        in.reset(0, length);
    }

    byte[] writeValue(Object value) {
        return write(out -> {
            codec.reset();
            codec.writeClassAndObject(out, value);
        });
    }

    byte[] writeThrowable(Throwable thrown) {
        return write(out -> throwables.write(out, thrown));
    }

    /** A message that is to be read as one fragment. */
    static byte[] write(Consumer<FrameOutput> writer) {
        ByteBuffer room = ByteBuffer.allocateDirect(MAX_BYTES);
        FrameOutput out = new FrameOutput(room, full -> {
            throw new KryoException("too long for a seed");
        });
        out.reset(0, MAX_BYTES);
        writer.accept(out);
        byte[] bytes = out.toBytes();
        byte[] whole = new byte[bytes.length + 1];
        System.arraycopy(bytes, 0, whole, 1, bytes.length);
        return whole;
    }
}
