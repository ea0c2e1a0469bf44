// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import io.nearcall.Endpoint;
import io.nearcall.OverloadedException;
import io.nearcall.chaos.Resources;
import io.nearcall.internal.connection.EndpointGauge;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Two endpoints that peers talk to, one of them with an executor, and a good neighbour that calls both after each
 * conversation. Reports the faults of a conversation. For one thread.
 */
final class Trial implements AutoCloseable {

    private static final String PLAIN = "plain-desk";
    private static final String POOLED = "pooled-desk";
    private static final long BOUND_NS = TimeUnit.SECONDS.toNanos(20);
    /** How long a client waits for an answer of a peer that may never come: most of the time that a fuzzer has. */
    static final Duration IMPATIENT = Duration.ofMillis(100);

    /** The first look-up waits for all classes to be loaded, and under Jazzer to be instrumented. */
    private static final Duration OPENED = Duration.ofSeconds(60);

    private static final long RESOURCES_NS = TimeUnit.SECONDS.toNanos(20);
    private static final long PAUSE_NS = 30_000;
    private static final int RESOURCES_EVERY = 64;
    /** Descriptors with which an endpoint watches sockets of the JDK while it has some. A real leak keeps growing. */
    private static final int SLACK = 8;

    private static final int MOST_THREADS = 400;
    private static final int POOL = 32;
    private static final int TELLERS = 8;
    /** One visitor at a time. A visitor that was given up may still be there. */
    private static final int VISITORS = 8;

    private final Path directory;
    private final Surprises surprises = new Surprises();
    private final ThreadPoolExecutor pool = pool(POOL, "pool-");
    private final ThreadPoolExecutor tellers = pool(TELLERS, "teller-");
    private final ThreadPoolExecutor visitors = pool(VISITORS, "visitor-");
    private final DeskClerk plainClerk = new DeskClerk(tellers);
    private final DeskClerk pooledClerk = new DeskClerk(tellers);
    private final Endpoint plain;
    private final Endpoint pooled;
    private final Endpoint neighbour;
    private final Desk plainDesk;
    private final Desk pooledDesk;
    private final Lure lure;
    private final List<EndpointGauge> gauges;
    private final int connections;
    private final int lanes;
    private Resources baseline;
    private int conversations;
    private long answers;
    private long compared;

    /**
     * In the runtime directory of this process.
     *
     * @param patience the patience of the client that is lured to the peer
     */
    Trial(Duration patience) {
        this.directory = Path.of(System.getProperty("io.nearcall.dir"));
        this.plain = serving("plain", null, PLAIN, plainClerk);
        this.pooled = serving("pooled", pool, POOLED, pooledClerk);
        this.neighbour = Endpoint.builder()
                .name("neighbour")
                .channel("shm")
                .deadline(Duration.ofNanos(BOUND_NS))
                .lookupTimeout(OPENED)
                .open();
        this.plainDesk = neighbour.lookup(Desk.class, PLAIN);
        this.pooledDesk = neighbour.lookup(Desk.class, POOLED);
        this.lure = new Lure(visitors, patience);
        this.gauges = List.of(new EndpointGauge(plain), new EndpointGauge(pooled), lure.gauge());
        callNeighbours();
        this.connections = connections();
        this.lanes = lanes();
    }

    private static ThreadPoolExecutor pool(int threads, String name) {
        AtomicInteger count = new AtomicInteger();
        return new ThreadPoolExecutor(0, threads, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
            Thread thread = new Thread(task, name + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    private static Endpoint serving(String name, ThreadPoolExecutor executor, String service, Desk desk) {
        var builder = Endpoint.builder()
                .name(name)
                .channel("auto")
                .deadline(Duration.ofMillis(500))
                .maxMessageBytes(1 << 20)
                .maxCalls(64)
                .maxLanes(32);
        if (executor != null) {
            builder.executor(executor);
        }
        Endpoint endpoint = builder.open();
        endpoint.export(Desk.class, desk, service);
        return endpoint;
    }

    private String callNeighbours() {
        try {
            int a = conversations;
            int first = plainDesk.add(a, 1);
            int second = addPooled(a, 2);
            return first == a + 1 && second == a + 2 ? null : "the neighbour got a wrong answer";
        } catch (RuntimeException e) {
            return "the neighbour is not answered: " + e;
        }
    }

    /** The calls of one conversation may use the whole executor, but not longer than their deadlines. */
    private int addPooled(int a, int b) {
        long startNs = System.nanoTime();
        while (true) {
            try {
                return pooledDesk.add(a, b);
            } catch (OverloadedException e) {
                if (System.nanoTime() - startNs > BOUND_NS) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    private int connections() {
        return gauges.stream().mapToInt(EndpointGauge::connections).sum();
    }

    private int lanes() {
        return gauges.stream().mapToInt(EndpointGauge::lanesTaken).sum();
    }

    /** Holds the conversation of that input. Returns the fault, null if there was none. */
    String run(byte[] input) {
        conversations++;
        String fault;
        Conversation talk = new Conversation(input, directory, List.of(PLAIN, POOLED), lure, BOUND_NS);
        try {
            fault = talk.run();
        } catch (RuntimeException e) {
            fault = "the harness failed: " + Surprises.trace(e);
        }
        answers += talk.answers();
        compared += talk.compared();
        if (fault != null && fault.startsWith("hung")) {
            fault += Surprises.threads();
        }
        plainClerk.forget();
        pooledClerk.forget();
        if (fault == null) {
            fault = callNeighbours();
        }
        if (fault == null && (talk.isEndTold() || conversations % RESOURCES_EVERY == 0)) {
            fault = retired();
        }
        String surprise = surprises.take();
        if (surprise != null) {
            fault = surprise;
        }
        if (fault == null && conversations % RESOURCES_EVERY == 0) {
            fault = resources();
        }
        return fault;
    }

    int conversations() {
        return conversations;
    }

    /** How many calls of the conversations were answered. */
    long answers() {
        return answers;
    }

    /** How many of those answers had only one right value to compare with, and were right. */
    long compared() {
        return compared;
    }

    /** How many calls of the lured client have returned. */
    long returned() {
        return lure.returned();
    }

    private String retired() {
        long startNs = System.nanoTime();
        while (connections() > connections || lanes() > lanes) {
            if (System.nanoTime() - startNs > BOUND_NS) {
                return "the connection is not given back: " + connections() + " instead of " + connections + ", lanes "
                        + lanes() + " instead of " + lanes;
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
        return null;
    }

    /** The resources of the process. The first call defines the values that later calls compare with. */
    private String resources() {
        if (Resources.threads() > MOST_THREADS) {
            return "leaked: " + Resources.threads() + " threads";
        }
        if (baseline == null) {
            Resources now = Resources.now();
            baseline = new Resources(now.sockets() + SLACK, now.otherDescriptors() + SLACK, now.mappings());
            return null;
        }
        return Resources.awaitWithin(baseline, RESOURCES_NS) < 0
                ? "leaked in the last " + RESOURCES_EVERY + " conversations: " + Resources.now() + " instead of "
                        + baseline
                : null;
    }

    @Override
    public void close() {
        neighbour.close();
        lure.close();
        plain.close();
        pooled.close();
        pool.shutdownNow();
        tellers.shutdownNow();
        visitors.shutdownNow();
        surprises.close();
    }
}
