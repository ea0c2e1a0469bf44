// SPDX-License-Identifier: Apache-2.0
package io.nearcall.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.Endpoint;
import io.nearcall.OneWay;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.StatisticsDirectory;
import io.nearcall.internal.statistics.PageReader;
import io.nearcall.internal.statistics.PageView;
import io.nearcall.internal.statistics.ProcessState;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What endpoints count can be read from outside, whatever has become of their processes. */
@Timeout(120)
@ExtendWith({StatisticsIT.OnTmpfs.class, PrivateDirectory.class})
public final class StatisticsIT {

    /** Pages lie in the runtime directory if that is on a tmpfs: so no other test's process removes those of the dead here. */
    static final class OnTmpfs implements TestInstancePreConstructCallback {

        @Override
        public void preConstructTestInstance(TestInstanceFactoryContext factory, ExtensionContext context)
                throws IOException {
            System.setProperty(
                    "io.nearcall.dir",
                    Files.createTempDirectory(Path.of("/dev/shm"), "nearcall-test")
                            .toString());
        }
    }

    private static final int CALLERS = 8;
    private static final int CALLS = Integer.getInteger("counted.calls", 13_000); // more than 100,000 of all callers
    private static final int FAILURES = 50;
    private static final int LATER = 200;

    public interface Till {
        int add(int a, int b);

        void refuse() throws Closed;

        @OneWay
        void note(int a);

        CompletableFuture<Integer> later(int a);

        CompletableFuture<Integer> never(int a);
    }

    public static final class Closed extends Exception {
        private static final long serialVersionUID = 1L;

        public Closed(String message) {
            super(message);
        }
    }

    private static final class OpenTill implements Till {
        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public void refuse() throws Closed {
            throw new Closed("for today");
        }

        @Override
        public void note(int a) {}

        @Override
        public CompletableFuture<Integer> later(int a) {
            return CompletableFuture.completedFuture(a);
        }

        @Override
        public CompletableFuture<Integer> never(int a) {
            return CompletableFuture.supplyAsync(
                    () -> {
                        throw new IllegalStateException("a=" + a);
                    },
                    ForkJoinPool.commonPool());
        }
    }

    /** Offers a till under an address, with an executor of its own or without, until a line comes. */
    static final class TillServer {
        private TillServer() {}

        public static void main(String[] arguments) throws Exception {
            var builder = Endpoint.builder();
            if (arguments.length > 1) {
                builder.executor(Executors.newFixedThreadPool(4));
            }
            try (Endpoint endpoint = builder.open()) {
                endpoint.export(Till.class, new OpenTill(), arguments[0]);
                System.out.println("ready");
                System.in.read();
            }
            System.out.println("closed");
            Runtime.getRuntime().halt(0);
        }
    }

    private static OtherJvm server(String... arguments) {
        OtherJvm server = OtherJvm.start(TillServer.class, arguments);
        assertThat(server.readLine()).isEqualTo("ready");
        return server;
    }

    /** With the profile "full" ten million calls, which take minutes over some channels. */
    @ParameterizedTest
    @Timeout(900)
    @ValueSource(strings = {"shm", "fifo", "unix", "tcp", "sysvmq", "sysvshm"})
    void shouldCountEveryCallOfEightThreads(String channel) throws Exception {
        try (OtherJvm server = server(channel + ":till")) {
            shouldCountEveryCall(channel, server);
        }
    }

    @Test
    @Timeout(900)
    void shouldCountEveryCallThatAnExecutorRuns() throws Exception {
        try (OtherJvm server = server("shm:till", "executor")) {
            shouldCountEveryCall("shm", server);
        }
    }

    private static void shouldCountEveryCall(String channel, OtherJvm server) throws Exception {
        try (Endpoint endpoint = Endpoint.open()) {
            Till till = endpoint.lookup(Till.class, channel + ":till");
            List<Thread> callers = new ArrayList<>();
            List<Throwable> failed = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                Thread caller = new Thread(() -> call(till));
                caller.setUncaughtExceptionHandler((thread, thrown) -> {
                    synchronized (failed) {
                        failed.add(thrown);
                    }
                });
                callers.add(caller);
                caller.start();
            }
            for (Thread caller : callers) {
                caller.join();
            }
            assertThat(failed).isEmpty();
            Map<String, String> expected = new TreeMap<>(Map.of(
                    "add", CALLERS * CALLS + " 0",
                    "refuse", CALLERS * FAILURES + " " + CALLERS * FAILURES,
                    "note", CALLERS * LATER + " 0",
                    "later", CALLERS * LATER + " 0",
                    "never", CALLERS * FAILURES + " " + CALLERS * FAILURES));
            int own = (int) ProcessHandle.current().pid();
            assertThat(counted(own, false)).isEqualTo(expected);
            while (!counted(server.pid(), true).equals(expected)) { // the last are counted behind their answers
                Thread.sleep(10);
            }
            Thread.sleep(50); // an event that is counted twice would be counted by then
            assertThat(counted(server.pid(), true)).isEqualTo(expected);
            while (!flown(own, false).equals(flown(server.pid(), true))) {
                Thread.sleep(10); // the receiver counts behind the completion of a future
            }
            assertThat(flown(own, false).values())
                    .allSatisfy(each -> assertThat(each).matches("0 in flight, [1-9][0-9]* bytes, [0-9]+ bytes"));
            assertThat(waits(own)).isPositive();
            assertThat(waits(server.pid())).isPositive();
        }
        PageView page = page(server.pid());
        while (!page.connections().isEmpty()) {
            Thread.sleep(10);
            page = page(server.pid());
        }
        // The cells of the connection have been released, and their counts have not been lost.
        assertThat(counted(server.pid(), true)).containsEntry("add", CALLERS * CALLS + " 0");
        assertThat(page.whole()).isTrue();
        assertThat(page.uncounted()).isZero();
    }

    private static void call(Till till) {
        for (int i = 0; i < CALLS; i++) {
            if (till.add(i, 1) != i + 1) { // an assertion takes longer than the call
                throw new AssertionError("a wrong sum of " + i + " and 1");
            }
        }
        for (int i = 0; i < FAILURES; i++) {
            assertThatThrownBy(till::refuse).isInstanceOf(Closed.class);
        }
        for (int i = 0; i < LATER; i++) {
            till.note(i);
            assertThat(till.later(i).join()).isEqualTo(i);
        }
        for (int i = 0; i < FAILURES; i++) {
            assertThatThrownBy(till.never(i)::join).hasRootCauseInstanceOf(IllegalStateException.class);
        }
    }

    /** Calls that have not ended, the bytes of all calls, and those of their answers, by method. */
    private static Map<String, String> flown(int pid, boolean served) {
        Map<String, String> flown = new TreeMap<>();
        for (PageView.Method method : page(pid).methods()) {
            if (method.served() == served && method.service().equals("till")) {
                flown.put(
                        method.name(),
                        method.inFlight() + " in flight, " + method.callBytes() + " bytes, " + method.answerBytes()
                                + " bytes");
            }
        }
        return flown;
    }

    private static long waits(int pid) {
        return page(pid).methods().stream()
                .map(PageView.Method::waits)
                .mapToLong(waits -> waits.spun() + waits.yielded() + waits.slept())
                .sum();
    }

    /** Calls and failures by method. */
    private static Map<String, String> counted(int pid, boolean served) {
        Map<String, String> counted = new TreeMap<>();
        for (PageView.Method method : page(pid).methods()) {
            if (method.served() == served && method.service().equals("till")) {
                counted.put(method.name(), method.calls() + " " + method.failures());
            }
        }
        return counted;
    }

    private static PageView page(int pid) {
        PageView page = pageOrNull(pid);
        assertThat(page).as("the page of process %d", pid).isNotNull();
        return page;
    }

    private static PageView pageOrNull(int pid) {
        RuntimeDirectory directory = RuntimeDirectory.open();
        List<String> paths;
        do {
            paths = StatisticsDirectory.pages(directory);
            for (String path : paths) {
                PageView page = PageReader.read(path);
                if (page != null && page.pid() == pid && page.runtimeDirectory().equals(directory.path())) {
                    return page;
                }
            }
        } while (!new HashSet<>(paths).equals(new HashSet<>(StatisticsDirectory.pages(directory)))); // one was renamed
        return null;
    }

    @Test
    void shouldShowAServiceBeforeItsFirstCall() throws Exception {
        try (OtherJvm server = server("till")) {
            PageView page = null;
            while (page == null || page.methods().isEmpty()) {
                Thread.sleep(10);
                page = pageOrNull(server.pid());
            }
            assertThat(counted(server.pid(), true)).containsEntry("add", "0 0");
        }
    }

    @Test
    void shouldTellThePeersOfConnections() throws Exception {
        int own = (int) ProcessHandle.current().pid();
        try (OtherJvm server = server("fifo:till");
                Endpoint endpoint = Endpoint.open()) {
            endpoint.lookup(Till.class, "fifo:till").add(1, 2);
            assertThat(page(own).connections()).singleElement().satisfies(connection -> {
                assertThat(connection.peerPid()).isEqualTo(server.pid());
                assertThat(connection.initiator()).isTrue();
                assertThat(connection.channel()).isEqualTo("fifo");
            });
            assertThat(page(server.pid()).connections()).singleElement().satisfies(connection -> {
                assertThat(connection.peerPid()).isEqualTo(own);
                assertThat(connection.initiator()).isFalse();
            });
        }
    }

    @Test
    void shouldBeReadableWhileTheProcessIsStopped() {
        try (OtherJvm server = server("till");
                Endpoint endpoint = Endpoint.open()) {
            endpoint.lookup(Till.class, "till").add(1, 2);
            server.signal("STOP");
            PageView page = page(server.pid());
            assertThat(page.state(StatisticsDirectory.pidNamespace())).isEqualTo(ProcessState.STOPPED);
        }
    }

    @Test
    void shouldSurviveAKill() throws Exception {
        int pid;
        try (OtherJvm server = server("till");
                Endpoint endpoint = Endpoint.open()) {
            Till till = endpoint.lookup(Till.class, "till");
            till.add(1, 2);
            till.add(3, 4);
            pid = server.pid();
            while (!counted(pid, true).get("add").equals("2 0")) {
                Thread.sleep(10);
            }
            server.kill();
        }
        PageView page = page(pid);
        assertThat(page.state(StatisticsDirectory.pidNamespace())).isEqualTo(ProcessState.DEAD);
        assertThat(counted(pid, true)).containsEntry("add", "2 0");
    }

    @Test
    void shouldLeaveNothingBehindWhenItIsClosed() {
        try (OtherJvm server = server("till")) {
            try (Endpoint endpoint = Endpoint.open()) {
                endpoint.lookup(Till.class, "till").add(1, 2);
                assertThat(pageOrNull((int) ProcessHandle.current().pid())).isNotNull();
            }
            server.writeLine("close");
            assertThat(server.readLine()).isEqualTo("closed");
            assertThat(pageOrNull(server.pid())).isNull();
            assertThat(pageOrNull((int) ProcessHandle.current().pid())).isNull();
        }
    }
}
