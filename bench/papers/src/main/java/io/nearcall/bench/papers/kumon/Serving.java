// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.kumon;

/** A thread that serves until the end of the process, or until it fails, which it reports. */
final class Serving {

    private Serving() {}

    /** What is done again and again. */
    @FunctionalInterface
    interface Step {
        void make() throws Exception;
    }

    static void start(String name, Step step) {
        Thread thread = new Thread(
                () -> {
                    try {
                        while (true) {
                            step.make();
                        }
                    } catch (Exception e) {
                        System.err.println("the server of " + name + " has ended: " + e);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }
}
