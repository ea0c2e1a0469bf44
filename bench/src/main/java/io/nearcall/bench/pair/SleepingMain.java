// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

/** A JVM that does nothing. An idle server is compared with it. It ends when its standard input ends. */
public final class SleepingMain {

    private SleepingMain() {}

    public static void main(String[] args) throws Exception {
        System.out.println(Child.MESSAGE_PREFIX + "{}");
        while (System.in.read() >= 0) {
            // Asleep.
        }
    }
}
