// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.published;

import io.nearcall.bench.papers.mechanism.Family;
import java.util.List;

/** G. Wells: Interprocess Communication in Java. 2009. Round trips on Java 1.6.0_07, Ubuntu 8.04.1, Core 2 Duo, 2 cores. */
public final class Wells2009 {

    public static final List<Integer> BYTES = List.of(40, 400, 4_000, 40_000);

    /** Nanoseconds for each of the lengths. All lists are in nanoseconds. */
    public static final List<Double> SOCKET = List.of(281_296.4, 273_087.9, 297_739.4, 5_457_363.1);

    public static final List<Double> NAMED_PIPE = List.of(169_501.4, 177_989.3, 221_903.3, 567_776.4);
    public static final List<Double> MESSAGE_QUEUE = List.of(164_101.2, 268_437.8, 671_227.0, 877_882.1);
    public static final List<Double> EXPLICIT_SEMAPHORES = List.of(193_932.4, 302_841.2, 694_057.1, 1_455_767.2);
    public static final List<Double> INTEGRATED_CALLS = List.of(166_692.9, 273_473.4, 700_971.7, 1_270_286.3);

    /** Per cent of the socket's time, with a serialised {@code Long}. */
    public static final double LONG_NAMED_PIPE_PERCENT = 63;

    public static final double LONG_MESSAGE_QUEUE_PERCENT = 81;

    private Wells2009() {}

    /** Returns the time of the shortest message as a share of the time of the longest. */
    public static double shortOfLong(Family family) {
        List<Double> times = switch (family) {
            case PIPE -> NAMED_PIPE;
            case QUEUE -> MESSAGE_QUEUE;
            default -> throw new IllegalArgumentException("family=" + family);
        };
        return times.get(0) / times.get(times.size() - 1);
    }

    public static double percentOfSocket(List<Double> mechanism, int index) {
        return 100 * mechanism.get(index) / SOCKET.get(index);
    }
}
