// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.published;

import java.util.List;

/**
 * Kumo&#324;: comparing data transfer between Java and C/C++. 2017. Requests and replies of unequal length on Java
 * 9.0.1, Ubuntu 17.10, i5 4690K; means in microseconds.
 */
public final class Kumon2017 {

    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;
    private static final double NONE = Double.NaN;

    public static final List<Row> ROWS = List.of(
            new Row(16, 16, 1224, 2579, 6.5, 1496, 338.9),
            new Row(16, KIB, 1207, 2578, 5.1, 1936, 340),
            new Row(16, 8 * KIB, 1179, 2588, 9.9, 2089, 349.4),
            new Row(16, 256 * KIB, 2449, 2978, 166.5, 6382, 919.4),
            new Row(16, MIB, 5586, 3854, 381.1, 13979, 1976),
            new Row(KIB, 16, 1147, 2566, 4.8, 1983, 351.5),
            new Row(KIB, KIB, 1177, 2571, 12.1, 1501, 343.3),
            new Row(8 * KIB, 16, 1324, 2594, 4.9, 44126, 344.2),
            new Row(8 * KIB, 8 * KIB, 1319, 2600, 12.4, 43997, 358.1),
            new Row(256 * KIB, 16, 2385, 2639, 18.6, 38275, 593.2),
            new Row(256 * KIB, 256 * KIB, 3199, 3053, 163.8, 38627, 1107),
            new Row(MIB, 16, 5459, 2834, 70.9, 64170, 1146),
            new Row(MIB, MIB, 7728, 4326, 472.8, 70718, 2597),
            new Row(128 * MIB, 128 * MIB, NONE, 259100, 97565, NONE, 89859));

    /** A value is NaN if there is no figure. */
    public record Row(
            int requestBytes, int replyBytes, double corba, double files, double jni, double rest, double tcp) {}

    private Kumon2017() {}
}
