// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.windows;

import io.nearcall.bench.papers.trips.Round;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What both JVMs do, in the same order. It is passed to them as arguments.
 *
 * @param trips of a burst; the first is made but not counted
 */
record Schedule(int rounds, int trips, List<Integer> bytes, List<WindowsMechanism> mechanisms) {

    static final int ARGUMENTS = 4;

    interface Work {
        void burst(WindowsMechanism mechanism, int bytes) throws Exception;
    }

    static Schedule of(List<String> args) {
        return new Schedule(
                Integer.parseInt(args.get(0)),
                Integer.parseInt(args.get(1)),
                Stream.of(args.get(2).split(",")).map(Integer::valueOf).toList(),
                Stream.of(args.get(3).split(",")).map(WindowsMechanism::valueOf).toList());
    }

    List<String> args() {
        return List.of(
                Integer.toString(rounds),
                Integer.toString(trips),
                bytes.stream().map(String::valueOf).collect(Collectors.joining(",")),
                mechanisms.stream().map(WindowsMechanism::name).collect(Collectors.joining(",")));
    }

    /** Goes through a round length by length, so bursts that are compared follow each other at once. */
    void round(int number, Work work) throws Exception {
        for (int length : Round.turned(bytes, number)) {
            for (WindowsMechanism mechanism : Round.turned(mechanisms, number)) {
                work.burst(mechanism, length);
            }
        }
    }
}
