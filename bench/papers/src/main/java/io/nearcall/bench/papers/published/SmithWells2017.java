// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.published;

import java.util.List;

/**
 * D. G. Smith, G. Wells: Interprocess communication with Java in a Microsoft Windows Environment. 2017. Java 1.8.0_91,
 * Windows 10, i5-6400. Means over all lengths, of ten sends each.
 */
public final class SmithWells2017 {

    /** The figures of each length are not known here. */
    public static final List<Integer> BYTES = List.of(40, 400, 4_000, 40_000);

    public static final double JAVA_SOCKET_NS = 5_496_541.8;
    public static final double WINSOCK_NS = 1_528_787.8;
    public static final double DATA_COPY_NS = 538_790.7;

    /** The time of Java's own stream, in per cent of the library's, for writing to a named pipe: 24 % better. */
    public static final double PIPE_STREAM_PERCENT = 76;

    /** The same at 40 bytes, 66 % better, and at 40,000 bytes, 4 % better. */
    public static final double SHORT_PIPE_STREAM_PERCENT = 34;

    public static final double LONG_PIPE_STREAM_PERCENT = 96;

    /** The same for writing to a mailslot: 46 % better. */
    public static final double MAILSLOT_STREAM_PERCENT = 54;

    private SmithWells2017() {}
}
