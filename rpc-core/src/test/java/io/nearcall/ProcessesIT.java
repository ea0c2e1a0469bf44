// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Server;
import io.nearcall.test.TwoEndpoints;
import io.nearcall.test.Workshop;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;

/** What calls cost their processes: threads, time, memory. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class ProcessesIT {

    /** A thousandth of a CPU in two seconds. */
    private static final long NOTHING_NS = 2_000_000;

    /** A client that closes nothing, with answers still to come. */
    public static final class ForgetfulClient {
        private ForgetfulClient() {}

        public static void main(String[] arguments) {
            Workshop remote = Endpoint.open().lookup(Workshop.class);
            remote.note(1);
            remote.never().thenAccept(number -> System.out.println("never"));
            Endpoint.open().export(Workshop.class, new QuietWorkshop(), "forgotten");
            System.out.println("sum " + (remote.echo(1) + remote.later(2, 1).join()));
        }
    }

    @Test
    void shouldLetAJvmEndWhenItsMainDoes() throws IOException {
        try (OtherJvm server = Server.start(Workshop.class, QuietWorkshop.class);
                OtherJvm client = OtherJvm.start(ForgetfulClient.class)) {
            assertThat(server.pid()).isPositive();
            assertThat(client.readLine()).isEqualTo("sum 3");
            assertThat(client.readLine()).isNull();
            assertThat(client.awaitExit(20)).isZero();
            assertThat(PrivateDirectory.sockets()).containsExactly("Workshop.sock");
        }
    }

    private static long laneThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("nearcall-lane-idle"))
                .count();
    }

    @Test
    void shouldCostNothingWhileNobodyCalls() throws Exception {
        List<Endpoint> clients = new ArrayList<>();
        try (Endpoint server = Endpoint.builder().name("idle").open()) {
            server.export(Workshop.class, new QuietWorkshop());
            for (int i = 0; i < 20; i++) {
                Endpoint client = Endpoint.builder().name("idle-client").open();
                clients.add(client);
                Workshop remote = client.lookup(Workshop.class);
                remote.echo(1);
                remote.note(1);
                remote.later(1, 0).join();
            }
            while (laneThreads() > 0) {
                Thread.sleep(50);
            }
            long before = cpuNs("nearcall-");
            Thread.sleep(2_000); // the span whose CPU time is measured
            assertThat(cpuNs("nearcall-") - before).as("ns of 2 s").isLessThan(NOTHING_NS);
            for (Endpoint client : clients) {
                assertThat(client.lookup(Workshop.class).echo(2)).isEqualTo(2);
            }
        } finally {
            clients.forEach(Endpoint::close);
        }
    }

    /** Keeps running, even if its peers have ended. */
    public interface Mill {
        @Uninterruptible
        void grind();
    }

    /** A client that waits for its flour. */
    public static final class Farmer {
        private Farmer() {}

        public static void main(String[] arguments) {
            Endpoint.open().lookup(Mill.class).grind();
        }
    }

    @Test
    void shouldCostAHundredthOfACpuAtMostWhileAMethodRunsOnForAClientThatHasDied() throws Exception {
        CountDownLatch grinding = new CountDownLatch(1);
        CountDownLatch orphaned = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        try (Endpoint server = Endpoint.builder().name("mill").open();
                OtherJvm farmer = OtherJvm.start(Farmer.class)) {
            server.export(Mill.class, () -> {
                grinding.countDown();
                while (released.getCount() > 0) {
                    if (Caller.current().isCancelled()) {
                        orphaned.countDown();
                    }
                    LockSupport.parkNanos(1_000_000);
                }
            });
            grinding.await();
            farmer.kill();
            orphaned.await();
            long before = cpuNs("nearcall-monitor-mill");
            Thread.sleep(2_000); // the span whose CPU time is measured
            assertThat(cpuNs("nearcall-monitor-mill") - before).as("ns of 2 s").isLessThan(20_000_000);
        } finally {
            released.countDown();
        }
    }

    /** The CPU time of all threads whose names have this prefix. */
    private static long cpuNs(String names) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(names))
                .mapToLong(thread -> ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId()))
                .sum();
    }

    /** Adds, and returns how much its own thread has allocated. */
    public interface Adder {
        void ping();

        int add(int a, int b);

        long allocatedBytes();
    }

    /** Allocates nothing itself. */
    public static final class PlainAdder implements Adder {
        @Override
        public void ping() {}

        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public long allocatedBytes() {
            return allocatedByThisThread();
        }
    }

    private static long allocatedByThisThread() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    @Test
    void shouldAllocateNothingForCallsOfPrimitives() {
        try (TwoEndpoints endpoints =
                new TwoEndpoints(Endpoint.builder(), Endpoint.builder().maxLanes(1))) {
            Adder remote = endpoints.connect(Adder.class, new PlainAdder());
            int calls = 20_000;
            for (int round = 0; ; round++) {
                long server = remote.allocatedBytes();
                long client = allocatedByThisThread();
                for (int i = 0; i < calls; i++) {
                    remote.ping();
                    remote.add(i, 1);
                }
                client = allocatedByThisThread() - client;
                server = remote.allocatedBytes() - server;
                // The measurement itself allocates a little.
                if (client < calls && server < calls || round == 5) {
                    assertThat(client).isLessThan(calls);
                    assertThat(server).isLessThan(calls);
                    return;
                }
            }
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldServeTwoHundredVirtualThreads() throws Exception {
        ExecutorService threads = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        try (OtherJvm server = Server.start(Workshop.class, QuietWorkshop.class);
                Endpoint client = Endpoint.open()) {
            assertThat(server.pid()).isPositive();
            Workshop remote = client.lookup(Workshop.class);
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                int number = i;
                results.add(threads.submit(() -> {
                    int sum = 0;
                    for (int k = 0; k < 20; k++) {
                        sum += remote.work(number, k % 2) - number;
                        sum += remote.later(number, 1).get() - number;
                    }
                    return sum;
                }));
            }
            for (Future<Integer> result : results) {
                assertThat(result.get()).isZero();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void shouldRunOnDaemonsOnly() {
        Set<Thread> before = Thread.getAllStackTraces().keySet(); // another test's may be about to end
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
            remote.note(1);
            remote.later(1, 1).join();
            List<String> others = Collections.synchronizedList(new ArrayList<>());
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().startsWith("nearcall-") && !thread.isDaemon() && !before.contains(thread)) {
                    others.add(thread.getName());
                }
            }
            assertThat(others).isEmpty();
        }
    }
}
