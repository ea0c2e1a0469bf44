// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.published;

import io.nearcall.bench.papers.mechanism.Family;
import java.util.List;
import java.util.stream.IntStream;

/** Fischer: Enhancing Inter-Process Communication in Java. 2024. Round trips on Ubuntu 22.04, i5-12400. */
public final class Fischer2024 {

    /** 1,024 to 40,960 bytes in steps of 1,024. */
    public static final List<Integer> BYTES =
            IntStream.rangeClosed(1, 40).map(step -> 1_024 * step).boxed().toList();

    /** Per cent of java.io's time, for files. */
    public static final double NIO_READS_PERCENT = 98.1;

    public static final double NIO_WRITES_PERCENT = 84.3;

    /** The mean over all lengths, and the values of the shortest and of the longest message. */
    public record Percents(double mean, double smallest, double largest) {}

    /** The published figures of one mechanism, in per cent. */
    public record Row(Family family, Percents nioOfSocket, Percents olderOfSocket, Percents nioOfOlder) {}

    public static final List<Row> ROWS = List.of(
            new Row(
                    Family.PIPE,
                    new Percents(20.5, 25.7, 21.7),
                    new Percents(36.9, 31.6, 11.5),
                    new Percents(20.9, 25.6, 31.3)),
            new Row(
                    Family.QUEUE,
                    new Percents(16.6, 18.0, 16.9),
                    new Percents(37.5, 34.6, 14.4),
                    new Percents(16.5, 15.6, 19.4)),
            new Row(
                    Family.MEMORY,
                    new Percents(17.4, 20.7, 14.0),
                    new Percents(52.8, 55.1, 20.5),
                    new Percents(12.0, 11.2, 11.3)));

    private Fischer2024() {}
}
