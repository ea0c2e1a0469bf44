// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

/** A JVM that does nothing: what an idle server is compared with. Ends with its standard input. */
public final class SleepingMain {

    private SleepingMain() {}

    public static void main(String[] args) throws Exception {
        System.out.println(Child.MESSAGE_PREFIX + "{}");
        while (System.in.read() >= 0) {
            // Asleep.
        }
    }
}
