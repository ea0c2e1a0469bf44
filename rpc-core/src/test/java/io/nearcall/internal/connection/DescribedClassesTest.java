// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.codec.Patience;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Workshop;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A peer that describes many classes at length when it binds an interface. */
@Timeout(120)
@ExtendWith(PrivateDirectory.class)
class DescribedClassesTest {

    private static final long PATIENCE_NS = 60_000_000_000L;
    private static final int DIMENSIONS = 5;

    /** As long as it may be, and of as many constants as fit, which are compared with no constant of ours. */
    private static final String LONG_SHAPE = "enum" + "\na".repeat((1 << 17) - 2);

    private static final List<Class<?>> ELEMENTS = List.of(
            String.class,
            Integer.class,
            Long.class,
            Short.class,
            Byte.class,
            Character.class,
            Double.class,
            Float.class,
            BigDecimal.class,
            BigInteger.class,
            UUID.class,
            Duration.class,
            Instant.class,
            LocalDate.class);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private EndpointCore server;
    private EndpointCore client;
    private Connection connection;

    @BeforeEach
    void connect() {
        server = HeldMonitor.endpoint("server");
        client = HeldMonitor.endpoint("client");
        server.export(Workshop.class, new QuietWorkshop(), ServiceAddress.parse("orders", "auto"));
        LookUp.now(client, Workshop.class, ServiceAddress.parse("orders", "auto"), PATIENCE_NS);
        client.connections().forEach(known -> connection = known);
    }

    @AfterEach
    void close() {
        threads.shutdown();
        client.close();
        server.close();
    }

    /** All arrays of so many dimensions, one in each call. */
    private void describe(int dimensions, String shape) {
        Binder binder = InterfaceBinding.binder(client, connection, "orders", Deadlines.after(PATIENCE_NS));
        for (Class<?> element : ELEMENTS) {
            String name = "[".repeat(dimensions) + "L" + element.getName() + ";";
            binder.agree(new String[] {name}, new String[] {shape});
        }
    }

    @Test
    void shouldKeepNothingThatIsAsLongAsTheDescriptionsOfAPeer() {
        describe(1, "enum");
        long beforeBytes = usedBytes();
        for (int i = 2; i <= DIMENSIONS; i++) {
            describe(i, LONG_SHAPE);
        }
        long describedBytes = (DIMENSIONS - 1L) * ELEMENTS.size() * LONG_SHAPE.length();
        assertThat(usedBytes() - beforeBytes).isLessThan(describedBytes / 2);
    }

    private static long usedBytes() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    @Test
    void shouldAnswerOffersOnTheMonitorThoughLanesCompareDescriptions() throws Exception {
        CompletableFuture<?>[] lanes = IntStream.rangeClosed(1, DIMENSIONS)
                .mapToObj(dimensions -> CompletableFuture.runAsync(() -> describe(dimensions, LONG_SHAPE), threads))
                .toArray(CompletableFuture[]::new);
        CompletableFuture<Void> described = CompletableFuture.allOf(lanes);
        ThreadMXBean watch = ManagementFactory.getThreadMXBean();
        watch.setThreadContentionMonitoringEnabled(true);
        long id = monitorId();
        long beforeMs = watch.getThreadInfo(id).getBlockedTime();
        long beganNs = System.nanoTime();
        while (!described.isDone()) {
            connection.agreement().agree(int[][].class, Patience.UNHURRIED);
        }
        described.join();
        long tookMs = (System.nanoTime() - beganNs) / 1_000_000;
        long blockedMs = watch.getThreadInfo(id).getBlockedTime() - beforeMs;
        watch.setThreadContentionMonitoringEnabled(false);
        assertThat(blockedMs).as("ms of the monitor in %d ms", tookMs).isLessThan(tookMs / 4);
    }

    private long monitorId() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        long[] id = new long[1];
        server.monitor().execute(() -> {
            id[0] = Thread.currentThread().getId();
            asked.countDown();
        });
        asked.await();
        return id[0];
    }
}
