// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.Function;

/** One lane without a channel. It keeps the written fragments and reads them afterwards. */
final class TestLane {

    private static final int OFFSET = 3;

    private final ByteBuffer memory;
    private final int firstBytes;
    private final int fragmentBytes;
    private final Deque<byte[]> fragments = new ArrayDeque<>();
    final ClassTable table;
    final FrameOutput output;
    final FrameInput input;
    final ThrowableCodec throwables;
    LaneCodec codec;

    TestLane(int fragmentBytes) {
        this(fragmentBytes, fragmentBytes);
    }

    /** @param firstBytes how long the first fragment of a message may be */
    TestLane(int firstBytes, int fragmentBytes) {
        this(firstBytes, fragmentBytes, FrameOutput.DEFAULT_MAX_MESSAGE_BYTES);
    }

    TestLane(int firstBytes, int fragmentBytes, long maxMessageBytes) {
        this.firstBytes = firstBytes;
        this.fragmentBytes = fragmentBytes;
        memory = ByteBuffer.allocateDirect(OFFSET + Math.max(firstBytes, fragmentBytes));
        output = new FrameOutput(
                memory,
                out -> {
                    fragments.add(out.toBytes());
                    out.reset(OFFSET, OFFSET + fragmentBytes);
                },
                maxMessageBytes);
        input = new FrameInput(
                memory,
                in -> {
                    if (fragments.isEmpty()) {
                        throw new MalformedMessage("The message has ended");
                    }
                    byte[] next = fragments.remove();
                    memory.put(OFFSET, next);
                    in.reset(OFFSET, OFFSET + next.length);
                },
                maxMessageBytes);
        table = new ClassTable(this::agree);
        throwables = new ThrowableCodec(
                AllowedClasses.NONE.withPackage("io.nearcall"), getClass().getClassLoader());
        codec = LaneCodec.of(table, throwables);
    }

    private int nextId = ClassTable.firstId();

    /** Everything that can travel may. */
    private int agree(Class<?> type, Patience patience) {
        int id = nextId++;
        table.define(id, type, ShapeMatch.SAME);
        return id;
    }

    void write(Consumer<FrameOutput> writer) {
        fragments.clear();
        codec.reset();
        output.reset(OFFSET, OFFSET + firstBytes);
        writer.accept(output);
        fragments.add(output.toBytes());
    }

    <T> T read(Function<FrameInput, T> reader) {
        codec.reset();
        input.reset(OFFSET, OFFSET);
        return reader.apply(input);
    }

    int fragmentCount() {
        return fragments.size();
    }

    /** All bytes of the message that was written. */
    byte[] message() {
        ByteBuffer all =
                ByteBuffer.allocate(fragments.stream().mapToInt(f -> f.length).sum());
        fragments.forEach(all::put);
        return all.array();
    }

    /** Reads {@code message}, which lies in one fragment. */
    Object read(byte[] message) {
        fragments.clear();
        fragments.add(message);
        return read(codec::readClassAndObject);
    }

    @SuppressWarnings("unchecked")
    <T> T copy(T value) {
        write(out -> codec.writeClassAndObject(out, value));
        T copy = (T) read(codec::readClassAndObject);
        if (!fragments.isEmpty() || !input.end()) {
            throw new AssertionError("Bytes are left after " + value);
        }
        return copy;
    }
}
