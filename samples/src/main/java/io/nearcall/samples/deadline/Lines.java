// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.deadline;

import java.time.Duration;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** Prints lines with the time of day, so the lines of three processes can be put in order. */
final class Lines {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

    private Lines() {}

    static void say(String text) {
        System.out.println(LocalTime.now().format(TIME) + "  " + text);
    }

    static String left(Optional<Duration> remaining) {
        return remaining.map(left -> left.toMillis() + " ms left").orElse("no hurry");
    }
}
