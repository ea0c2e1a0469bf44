// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.published;

/** Wells and Anderson 2013, as Smith and Wells 2017 report it: shared objects with monitors, short messages. */
public final class WellsAnderson2013 {

    /** Per cent of the named pipe's time: 80 % faster. */
    public static final double PERCENT_OF_NAMED_PIPE = 20;

    /** Per cent of the loopback socket's time: 87 % faster. */
    public static final double PERCENT_OF_SOCKET = 13;

    private WellsAnderson2013() {}
}
