// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.floor;

import io.nearcall.bench.Workload;
import java.util.Locale;

/**
 * A way to carry the floor's messages, in Java and in C. Which way is the fastest depends on the machine, the length
 * and the neighbours. So all ways that suit a workload take turns, and the floor is the least of them.
 */
public enum FloorVariant {
    /** Polls with a pause in between, then yields. Before it sleeps, it polls for about 100 us. */
    PAUSE(16 << 10, 'p'),
    /** Polls without a pause. */
    NO_PAUSE(16 << 10, 'n'),
    /** Yields at every poll. Before it sleeps, it yields a hundred times. */
    YIELD_FIRST(16 << 10, 'y'),
    /** Sleeps without having polled. Only for calls after silence. */
    SLEEP_AT_ONCE(16 << 10, 's'),
    CHUNKS_OF_1K(1 << 10, 'p'),
    CHUNKS_OF_4K(4 << 10, 'p'),
    CHUNKS_OF_64K(64 << 10, 'p');

    private final int chunkBytes;
    private final char wait;

    FloorVariant(int chunkBytes, char wait) {
        this.chunkBytes = chunkBytes;
        this.wait = wait;
    }

    /** Returns the length of the pieces in which a message is copied and published. */
    public int chunkBytes() {
        return chunkBytes;
    }

    /** Returns the way to wait, as {@code floor.c} reads it. */
    public char waitInC() {
        return wait;
    }

    boolean pauses() {
        return wait == 'p';
    }

    boolean yieldsFirst() {
        return wait == 'y';
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public boolean suits(Workload workload) {
        if (workload == Workload.SILENCE) {
            return this == PAUSE || this == YIELD_FIRST || this == SLEEP_AT_ONCE;
        }
        return suits(Math.max(workload.requestBytes(), workload.replyBytes()));
    }

    /** Returns whether a variant other than {@link #PAUSE} may be faster with messages of that many bytes. */
    public boolean suits(int bytes) {
        return switch (this) {
            case PAUSE -> true;
            case NO_PAUSE, YIELD_FIRST -> bytes <= FloorDirection.RING_BYTES;
            case SLEEP_AT_ONCE -> false;
            case CHUNKS_OF_1K -> bytes > chunkBytes && bytes <= 16 << 10;
            case CHUNKS_OF_4K -> bytes > chunkBytes;
            case CHUNKS_OF_64K -> bytes > 16 << 10;
        };
    }
}
