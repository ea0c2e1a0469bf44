// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import io.nearcall.bench.pair.Child;

/** A neighbour that wants its CPU all the time. It ends when its standard input ends. */
public final class SpinningMain {

    private SpinningMain() {}

    public static void main(String[] args) throws Exception {
        Thread spinning = new Thread(
                () -> {
                    while (true) {
                        Thread.onSpinWait();
                    }
                },
                "spinning");
        spinning.setDaemon(true);
        spinning.start();
        Child.answer("{}");
        while (System.in.read() >= 0) {
            // The other thread does all the work.
        }
    }
}
