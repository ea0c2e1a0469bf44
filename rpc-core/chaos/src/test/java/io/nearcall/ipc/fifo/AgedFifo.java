// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.stream.FrameDescriptor;
import io.nearcall.ipc.stream.FrameReader;
import io.nearcall.ipc.stream.FrameWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Both ends of a FIFO that looks as if it had been used for ages. */
public final class AgedFifo implements AutoCloseable {

    private static final int MAX_PAYLOAD_LENGTH = Fifo.ATOMIC_LENGTH - FrameDescriptor.OVERHEAD;

    private final int from;
    private final int to;
    private final FrameWriter writer;
    private final FrameReader reader;

    public AgedFifo(Path directory, int sequence) throws IOException {
        Path path = directory.resolve("aged.fifo");
        Fifo.make(path.toString());
        from = Fifo.open(path.toString(), false);
        to = Fifo.open(path.toString(), true);
        Files.delete(path);
        writer = new FrameWriter(new FifoSink(to, Fifo.pages(to), false), MAX_PAYLOAD_LENGTH, sequence);
        reader = new FrameReader(new FifoSource(from), MAX_PAYLOAD_LENGTH, 2 * Fifo.ATOMIC_LENGTH, sequence);
    }

    /** Sends a frame if there is room. */
    public boolean send(long number) {
        int at = writer.claim();
        if (at < 0) {
            return false;
        }
        writer.memory().putLong(at, number);
        writer.commit(Long.BYTES, 0);
        return true;
    }

    public boolean poll() {
        return reader.poll();
    }

    /** The number in the current frame, which is released. */
    public long take() {
        ByteBuffer memory = reader.memory();
        long number = memory.getLong(reader.frameIndex());
        reader.release();
        return number;
    }

    /** Nobody may use it any more. */
    @Override
    public void close() {
        Descriptors.close(to);
        Descriptors.close(from);
    }
}
