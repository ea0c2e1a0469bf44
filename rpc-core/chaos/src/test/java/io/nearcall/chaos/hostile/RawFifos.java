// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.os.FileSystem;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.SplittableRandom;

/** The FIFOs of a batch of lanes as bare descriptors, into which any bytes can be written. For one thread. */
public final class RawFifos implements AutoCloseable {

    static final int HEADER_LENGTH = 8;

    private static final int MEMORY_LENGTH = 64 * 1024;
    private static final int LENGTH_SHIFT = 32;
    private static final int FLAGS_SHIFT = 56;

    private final Path directory;
    private final String name;
    private final int[] readers;
    private final int[] writers;
    private final int[] sequences;
    private final ByteBuffer memory = ByteBuffer.allocateDirect(MEMORY_LENGTH).order(ByteOrder.LITTLE_ENDIAN);

    /** Makes those that this side reads. */
    public RawFifos(Path directory, SplittableRandom random, int lanes) {
        this.directory = directory;
        this.name = newName(random);
        this.readers = new int[lanes];
        this.writers = new int[lanes];
        this.sequences = new int[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            writers[lane] = -1;
            Fifo.make(path(name, lane));
            readers[lane] = Fifo.open(path(name, lane), false);
        }
    }

    /** As a batch's name has to be. */
    static String newName(SplittableRandom random) {
        return ".fifo-" + CurrentProcess.pid() + "-" + HexFormat.of().toHexDigits(random.nextLong());
    }

    private String path(String batch, int lane) {
        return directory.resolve(batch + "-" + lane).toString();
    }

    public String name() {
        return name;
    }

    /** Opens the peer's. */
    public void connect(String peerName) {
        for (int lane = 0; lane < writers.length; lane++) {
            writers[lane] = Fifo.open(path(peerName, lane), true);
            FileSystem.unlink(path(peerName, lane));
        }
    }

    static long header(int sequence, int length, int flags) {
        return (sequence & 0xFFFF_FFFFL) | (long) length << LENGTH_SHIFT | (long) flags << FLAGS_SHIFT;
    }

    /** Writes the bytes unchanged, as far as there is room. Returns how many were written, or -errno. */
    int write(int lane, byte[] bytes) {
        memory.put(0, bytes);
        return Fifo.write(writers[lane], memory, 0, bytes.length);
    }

    int writeHeader(int lane, int sequence, int length, int flags) {
        memory.putLong(0, header(sequence, length, flags));
        return Fifo.write(writers[lane], memory, 0, HEADER_LENGTH);
    }

    /** The next frame, as it should be; false if there is no room. */
    boolean frame(int lane, int flags, byte[] payload) {
        memory.putLong(0, header(sequences[lane] + 1, payload.length, flags));
        memory.put(HEADER_LENGTH, payload);
        boolean written = Fifo.write(writers[lane], memory, 0, HEADER_LENGTH + payload.length) > 0;
        sequences[lane] += written ? 1 : 0;
        return written;
    }

    /** The bytes that have come, up to 64 KiB; waits for some at most that long. Null if none came. */
    byte[] read(int lane, long timeoutNs) {
        Fifo.await(readers[lane], true, -1, timeoutNs);
        int got = Fifo.read(readers[lane], memory, 0, MEMORY_LENGTH);
        if (got <= 0) {
            return null;
        }
        byte[] bytes = new byte[got];
        memory.get(0, bytes);
        return bytes;
    }

    /** Makes the FIFO that the peer writes hold so much only. */
    int shrinkOwn(int lane, int bytes) {
        return Fifo.resize(readers[lane], bytes);
    }

    /** Closes the reading ends of the FIFOs that the peer writes. */
    void closeReader(int lane) {
        if (readers[lane] >= 0) {
            Descriptors.close(readers[lane]);
            readers[lane] = -1;
        }
    }

    @Override
    public void close() {
        for (int lane = 0; lane < readers.length; lane++) {
            closeReader(lane);
            if (writers[lane] >= 0) {
                Descriptors.close(writers[lane]);
            }
            FileSystem.unlink(path(name, lane));
        }
    }
}
