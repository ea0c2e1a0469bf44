// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.micro;

import io.nearcall.internal.codec.AllowedClasses;
import io.nearcall.internal.codec.ClassTable;
import io.nearcall.internal.codec.FrameInput;
import io.nearcall.internal.codec.FrameOutput;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.codec.Patience;
import io.nearcall.internal.codec.ShapeMatch;
import io.nearcall.internal.codec.ThrowableCodec;
import java.nio.ByteBuffer;

/** Writes values into memory and reads them back with the codec of a lane, in one thread. */
public final class LaneRoundTrip {

    private static final int MEMORY_BYTES = 1 << 16;

    private final ByteBuffer memory = ByteBuffer.allocateDirect(MEMORY_BYTES);
    private final FrameOutput output = new FrameOutput(memory, out -> {
        throw new IllegalStateException("more than " + MEMORY_BYTES + " bytes");
    });
    private final FrameInput input = new FrameInput(memory, in -> {
        throw new IllegalStateException("more was read than written");
    });
    private final LaneCodec codec;
    private ClassTable table;
    private int nextId = ClassTable.firstId();

    /** Classes get their ids when they first occur, as if a peer had agreed. */
    public LaneRoundTrip() {
        table = new ClassTable(this::define);
        ClassLoader loader = LaneRoundTrip.class.getClassLoader();
        codec = LaneCodec.of(table, new ThrowableCodec(AllowedClasses.NONE, loader));
    }

    private int define(Class<?> type, Patience patience) {
        table.define(nextId, type, ShapeMatch.SAME);
        return nextId++;
    }

    /** Writes a value whose class both sides know, as for a parameter of a final class. */
    public <T> T ofExactly(Class<T> type, T value) {
        codec.reset();
        output.reset(0, MEMORY_BYTES);
        codec.writeObjectOrNull(output, value, type);
        codec.reset();
        input.reset(0, output.written());
        return codec.readObjectOrNull(input, type);
    }

    /** Writes a value after its class. */
    public Object ofAny(Object value) {
        codec.reset();
        output.reset(0, MEMORY_BYTES);
        codec.writeClassAndObject(output, value);
        codec.reset();
        input.reset(0, output.written());
        return codec.readClassAndObject(input);
    }
}
