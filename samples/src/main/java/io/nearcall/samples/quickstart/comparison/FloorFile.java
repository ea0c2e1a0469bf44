// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart.comparison;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * The floor: the cheapest exchange that two JVMs can have. Eight bytes go there and eight bytes come back, through
 * memory that both JVMs map. Each side waits for the other in a spinning loop. No call can be faster.
 */
final class FloorFile {
    /*
     * The file holds two words, and each word has one writer. They are so far apart that they share neither a cache
     * line nor the pair of lines that the prefetcher fetches. A word's release store is seen by the other side's
     * acquire load; nothing else is published.
     *
     *     0  request   written by the client: counts up from 1, or STOP
     *   256  response  written by the server: the number of the request that it answers
     */
    static final long STOP = -1;

    private static final int REQUEST_OFFSET = 0;
    private static final int RESPONSE_OFFSET = 256;
    private static final int LENGTH_BYTES = 4096;
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(2);
    private static final int SPINS_PER_LOOK_AT_THE_CLOCK = 1_000;
    private static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final MappedByteBuffer memory;

    private FloorFile(MappedByteBuffer memory) {
        this.memory = memory;
    }

    static FloorFile map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new FloorFile(channel.map(MapMode.READ_WRITE, 0, LENGTH_BYTES));
        }
    }

    /** Client: makes a file, lets both sides map it, and deletes it. */
    static FloorFile meet(Comparison server) throws IOException {
        Path file = Files.createTempFile("nearcall-floor-", ".map");
        try {
            FloorFile floor = map(file);
            server.meetIn(file.toString());
            return floor;
        } finally {
            Files.delete(file);
        }
    }

    /** Client: sends a request, which must differ from the last one, and waits for the response. */
    void exchange(long request) {
        WORD.setRelease(memory, REQUEST_OFFSET, request);
        if (await(RESPONSE_OFFSET, request, true) != request) {
            throw new IllegalStateException("The server does not answer in the mapped file. Is it stopped?");
        }
    }

    /** Client: ends the server's {@link #respond()}. */
    void stop() {
        exchange(STOP);
    }

    /** Server: answers requests until it has answered {@link #STOP}, or until two seconds pass without a request. */
    void respond() {
        long last = (long) WORD.getAcquire(memory, RESPONSE_OFFSET);
        while (true) {
            long request = await(REQUEST_OFFSET, last, false);
            if (request == last) {
                return;
            }
            WORD.setRelease(memory, RESPONSE_OFFSET, request);
            if (request == STOP) {
                return;
            }
            last = request;
        }
    }

    /** Spins until a word equals a value, or differs from it, or two seconds pass. Returns the word's last value. */
    private long await(int offset, long value, boolean equal) {
        long startNs = 0;
        while (true) {
            for (int spins = 0; spins < SPINS_PER_LOOK_AT_THE_CLOCK; spins++) {
                long word = (long) WORD.getAcquire(memory, offset);
                if ((word == value) == equal) {
                    return word;
                }
                Thread.onSpinWait();
            }
            long nowNs = System.nanoTime();
            if (startNs == 0) {
                startNs = nowNs;
            } else if (nowNs - startNs > SILENCE_NS) {
                return (long) WORD.getAcquire(memory, offset);
            }
            Thread.yield();
        }
    }
}
