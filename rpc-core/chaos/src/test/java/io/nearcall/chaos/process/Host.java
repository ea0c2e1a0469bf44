// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.process;

import io.nearcall.Endpoint;
import io.nearcall.chaos.Site;
import io.nearcall.chaos.called.LoggedTarget;
import io.nearcall.chaos.called.Target;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * A process that serves a {@link Target} in one of several manners. Its arguments are the service's name or address, a manner and its
 * number. It prints "ready" and answers each line: "heap" with the bytes in use after a collection, "collections" with
 * their number and their milliseconds. It ends with its standard input. The manner "asleep" sleeps for that many
 * milliseconds in each call, except in calls with a negative nonce.
 */
public final class Host {

    private static final int MIB = 1 << 20;

    private Host() {}

    public static void main(String[] arguments) throws Exception {
        int number = Integer.parseInt(arguments[2]);
        Object ballast = null;
        LongConsumer begun = nonce -> {};
        switch (arguments[1]) {
            case "plainly" -> {}
            case "asleep" -> begun = nonce -> sleep(nonce < 0 ? 0 : TimeUnit.MILLISECONDS.toNanos(number));
            case "bulky" -> ballast = megabytes(number);
            case "collecting" -> ballast = nodes(number);
            default -> throw new IllegalArgumentException(arguments[1]);
        }
        try (Endpoint endpoint = Site.of(arguments[0]).builder().name("host").open()) {
            endpoint.export(Target.class, new LoggedTarget(begun), Site.exported(arguments[0]));
            System.out.println("ready");
            if (arguments[1].equals("collecting")) {
                collectForEver();
            }
            answer();
            System.out.println(ballast == null ? "done" : "done with " + ballast.getClass());
        }
    }

    private static void answer() throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line;
        while ((line = in.readLine()) != null) {
            if (line.equals("heap")) {
                System.gc();
                Runtime runtime = Runtime.getRuntime();
                System.out.println(runtime.totalMemory() - runtime.freeMemory());
            } else {
                long count = 0;
                long durationMs = 0;
                for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
                    count += collector.getCollectionCount();
                    durationMs += collector.getCollectionTime();
                }
                System.out.println(count + " " + durationMs);
            }
        }
    }

    /** Whoever called may have given up, which interrupts; this method sleeps on. */
    private static void sleep(long durationNs) {
        long endNs = System.nanoTime() + durationNs;
        long leftNs;
        while ((leftNs = endNs - System.nanoTime()) > 0) {
            Thread.interrupted(); // or parking would return at once
            LockSupport.parkNanos(leftNs);
        }
    }

    private static byte[][] megabytes(int count) {
        byte[][] megabytes = new byte[count][MIB];
        SplittableRandom random = new SplittableRandom(count);
        for (byte[] megabyte : megabytes) {
            random.nextBytes(megabyte);
        }
        return megabytes;
    }

    /** A long list of small objects in random order, which slows a collector down. */
    private static Object[] nodes(int count) {
        Object[] first = new Object[2];
        Object[][] recent = new Object[1024][];
        recent[0] = first;
        SplittableRandom random = new SplittableRandom(count);
        Object[] last = first;
        for (int i = 0; i < count; i++) {
            Object[] next = new Object[2];
            last[0] = next;
            Object[] other = recent[random.nextInt(recent.length)];
            next[1] = other == null ? first : other;
            recent[random.nextInt(recent.length)] = next;
            last = next;
        }
        return first;
    }

    private static void collectForEver() {
        Thread collector = new Thread(() -> {
            while (true) {
                System.gc();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(30));
            }
        });
        collector.setDaemon(true);
        collector.start();
    }
}
