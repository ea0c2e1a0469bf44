// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The hostile process. Its arguments are an {@link Attack}, the service, and the limits of the server. It prints "ready".
 * For the line "take" it prints the resources that it has taken. "press" repeats the attack, and "compute N" makes N
 * threads compute, until "stop". It answers that with "stopped" or with the failure. It ends with its standard input.
 */
final class Aggressor {

    private static final int STEPS = 10_000;

    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile boolean stopped;
    private volatile long sink;

    private Aggressor() {}

    public static void main(String[] arguments) throws Exception {
        Attack attack = Attack.of(arguments[0], arguments[1], ServedLimits.of(arguments, 2));
        Aggressor aggressor = new Aggressor();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        String line;
        while ((line = in.readLine()) != null) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "take" -> System.out.println(attack.take());
                case "press" -> aggressor.start(1, attack::press);
                case "compute" -> aggressor.start(Integer.parseInt(words[1]), aggressor::compute);
                case "stop" -> System.out.println(aggressor.stop());
                default -> throw new IllegalArgumentException(line);
            }
        }
    }

    /** Something that is done again and again. */
    @FunctionalInterface
    private interface Step {
        void run() throws Exception;
    }

    private void start(int count, Step step) {
        stopped = false;
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(() -> repeat(step));
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void repeat(Step step) {
        try {
            while (!stopped) {
                step.run();
            }
        } catch (Throwable e) {
            e.printStackTrace();
            failure.set(e);
        }
    }

    private void compute() {
        long value = sink;
        for (int i = 0; i < STEPS; i++) {
            value = value * 6_364_136_223_846_793_005L + i;
        }
        sink = value;
    }

    private String stop() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
        threads.clear();
        Throwable failed = failure.getAndSet(null);
        return failed == null ? "stopped" : "failed: " + failed;
    }
}
