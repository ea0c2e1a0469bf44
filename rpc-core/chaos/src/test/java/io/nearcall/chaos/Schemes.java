// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The schemes of the channels for rows that are not about one channel. */
public final class Schemes {

    /** Those of {@code -Dchaos.channels}; without it the two that are quickest. */
    public static final List<String> ALL =
            List.of(System.getProperty("chaos.channels", "shm,fifo").split(","));

    private Schemes() {}

    /** One after the other. */
    public static String inTurn(int number) {
        return ALL.get(number % ALL.size());
    }

    /** Any. */
    public static String drawn(SplittableRandom random) {
        return ALL.get(random.nextInt(ALL.size()));
    }

    /**
     * How many descriptors there may be more without anything new: over sockets a lane opens a selector when it first sleeps
     * for something, three at most, with two descriptors each.
     */
    public static int openedLate() {
        return areSockets() ? 8 : 0;
    }

    /** How many sockets a process keeps from its first lane on: the JDK's own, which it puts in the place of those that it closes. */
    public static int socketsForGood() {
        return areSockets() ? 1 : 0;
    }

    private static boolean areSockets() {
        return ALL.contains("unix") || ALL.contains("tcp");
    }

    /** All, as a sentence names them. */
    public static String inWords() {
        List<String> words = new ArrayList<>();
        for (String scheme : ALL) {
            words.add(
                    switch (scheme) {
                        case "shm" -> "shared memory";
                        case "fifo" -> "FIFOs";
                        case "unix" -> "Unix sockets";
                        case "tcp" -> "TCP";
                        case "sysvshm" -> "System V's shared memory";
                        case "sysvmq" -> "System V's message queues";
                        default -> throw new IllegalArgumentException("chaos.channels: there is no channel " + scheme);
                    });
        }
        int last = words.size() - 1;
        return last == 0 ? words.get(0) : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }
}
