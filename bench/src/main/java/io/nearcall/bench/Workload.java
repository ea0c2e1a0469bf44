// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench;

import io.nearcall.bench.subject.KryoRoundTrip;
import java.util.List;
import java.util.Locale;

/** What one call carries there and back. */
public enum Workload {
    PING(0, 0, 16),
    ADD(2 * Integer.BYTES, Integer.BYTES, 16),
    ORDER(KryoRoundTrip.EXAMPLE_BYTES, KryoRoundTrip.EXAMPLE_BYTES, 16),
    BYTES_40(40, 40, 16),
    BYTES_4000(4_000, 4_000, 4),
    BYTES_40000(40_000, 40_000, 1),
    /** A string of this many ASCII characters. */
    TEXT_40(40, 40, 16),
    TEXT_4000(4_000, 4_000, 4),
    TEXT_40000(40_000, 40_000, 1),
    /**
     * A ping after both sides have slept for {@link #SILENCE_NS}. Not in {@link #BUSY}: its calls are made one by one.
     */
    SILENCE(0, 0, 1);

    /** How long both sides are left alone before a call of {@link #SILENCE}. */
    public static final long SILENCE_NS = 100_000_000;

    /** The workloads whose calls follow each other without a pause. */
    public static final List<Workload> BUSY =
            List.of(PING, ADD, ORDER, BYTES_40, BYTES_4000, BYTES_40000, TEXT_40, TEXT_4000, TEXT_40000);

    private final int requestBytes;
    private final int replyBytes;
    private final int callsPerBatch;

    Workload(int requestBytes, int replyBytes, int callsPerBatch) {
        this.requestBytes = requestBytes;
        this.replyBytes = replyBytes;
        this.callsPerBatch = callsPerBatch;
    }

    public int requestBytes() {
        return requestBytes;
    }

    public int replyBytes() {
        return replyBytes;
    }

    /** Returns how many calls are timed together; see {@link io.nearcall.bench.measure.Samples}. */
    public int callsPerBatch() {
        return callsPerBatch;
    }

    /** Returns whether it carries a string. Its floor, in Java and in C, is the floor of as many bytes. */
    public boolean isText() {
        return this == TEXT_40 || this == TEXT_4000 || this == TEXT_40000;
    }

    /** Returns whether its label alone does not tell how many bytes it carries. */
    public boolean isSized() {
        return isText() || this == BYTES_40 || this == BYTES_4000 || this == BYTES_40000;
    }

    /** Returns the name in tables and files. */
    public String label() {
        return switch (this) {
            case BYTES_40, BYTES_4000, BYTES_40000 -> "bytes";
            case TEXT_40, TEXT_4000, TEXT_40000 -> "string";
            case SILENCE -> "ping-after-100ms";
            default -> name().toLowerCase(Locale.ROOT);
        };
    }

    /** Returns the call in words, with the number of bytes where there are several. */
    public String title() {
        return switch (this) {
            case BYTES_40, BYTES_4000, BYTES_40000 -> "byte[] of " + requestBytes;
            case TEXT_40, TEXT_4000, TEXT_40000 -> "String of " + requestBytes;
            case SILENCE -> "ping after 100 ms of silence";
            default -> label();
        };
    }
}
