// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.StatisticsDirectory;
import io.nearcall.internal.statistics.PageReader;
import io.nearcall.internal.statistics.PageView;
import io.nearcall.internal.statistics.ProcessState;
import io.nearcall.test.Debugger;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Server;
import io.nearcall.test.Workshop;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes of different containers that share a directory: all their namespaces differ, except the file system. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class ContainersIT {

    private static final List<String> CONTAINER = List.of(
            "unshare", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc", "--net", "--ipc", "--uts");

    @BeforeEach
    void assumeNamespaces() throws Exception {
        assumeTrue(System.getenv("NEARCALL_CHANNEL") == null, "each test says which channels it is about");
        assumeTrue(
                new ProcessBuilder("unshare", "-r", "-p", "-f", "--mount-proc", "-n", "-i", "-u", "true")
                                .start()
                                .waitFor()
                        == 0,
                "this host lets nobody have namespaces");
    }

    private static OtherJvm start(Class<?> main, String... arguments) {
        return OtherJvm.start(CONTAINER, 64, main, arguments);
    }

    private static OtherJvm startServer() {
        OtherJvm server = start(Server.class, Workshop.class.getName(), QuietWorkshop.class.getName());
        assertThat(said(server)).isEqualTo("ready");
        return server;
    }

    /** The next line, except the JVM's own: that another container's process 1 has its file of statistics. */
    private static String said(OtherJvm jvm) {
        String line = jvm.readLine();
        while (line != null && line.startsWith("[")) {
            line = jvm.readLine();
        }
        return line;
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "fifo", "unix"})
    void shouldCallAndNoticeADeathFromOneContainerToAnother(String channel) {
        try (OtherJvm server = startServer();
                OtherJvm client = start(Client.class, channel + ":Workshop")) {
            assertThat(said(client)).isEqualTo("echo 7");
            assertThat(said(client)).isEqualTo("process 0");
            server.kill();
            assertThat(said(client)).startsWith("lost DIED ");
        }
    }

    @Test
    void shouldWaitForTheSlowDeathOfAProcessWhosePidIsHidden() throws Exception {
        try (OtherJvm server = Server.start(Workshop.class, QuietWorkshop.class);
                OtherJvm client = start(Client.class, "shm:Workshop")) {
            assertThat(said(client)).isEqualTo("echo 7");
            assertThat(said(client)).isEqualTo("process 0");
            Debugger holding = Debugger.of(server);
            server.signal("KILL");
            Thread.sleep(500); // longer than a process that lives is waited for
            holding.close();
            assertThat(said(client)).startsWith("lost DIED ");
        }
    }

    @Test
    void shouldNoticeTheDeathOfACallerInAnotherContainer() throws Exception {
        QuietWorkshop workshop = new QuietWorkshop();
        try (Endpoint server = Endpoint.open()) {
            server.export(Workshop.class, workshop);
            try (OtherJvm client = start(Client.class, "Workshop")) {
                assertThat(said(client)).isEqualTo("echo 7");
                while (workshop.waits() == 0) {
                    Thread.sleep(1);
                }
                client.kill();
                while (workshop.interruptions() == 0) {
                    Thread.sleep(1);
                }
            }
        }
    }

    @Test
    void shouldSayThatTcpDoesNotReachAnotherContainer() {
        try (OtherJvm server = startServer();
                OtherJvm client = start(Client.class, "tcp:Workshop")) {
            assertThat(said(client))
                    .startsWith("failed")
                    .contains("Network is unreachable", "channel")
                    .doesNotContain("fewer threads");
            assertThat(server.isEnding()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sysvshm", "sysvmq"})
    void shouldSayAtOnceThatSystemVDoesNotReachAnotherContainer(String channel) {
        try (OtherJvm server = startServer();
                OtherJvm client = start(Client.class, channel + ":Workshop")) {
            assertThat(said(client))
                    .matches("lost BROKEN NOT_SENT within [0-4] s: .*") // half of the time that a look-up has
                    .contains("another IPC namespace");
            assertThat(server.isEnding()).isFalse();
        }
    }

    @Test
    void shouldTellWhetherTheProcessOfAPageLivesInAnotherContainer() throws Exception {
        try (OtherJvm server = startServer()) {
            assertThat(stateOfPage()).isEqualTo(ProcessState.ELSEWHERE);
            server.kill();
            while (stateOfPage() != ProcessState.DEAD) {
                Thread.sleep(1);
            }
        }
    }

    /** Of the only page of an endpoint of this test's directory. */
    private static ProcessState stateOfPage() {
        RuntimeDirectory directory = RuntimeDirectory.open();
        List<PageView> pages = new ArrayList<>();
        for (String path : StatisticsDirectory.pages(directory)) {
            PageView page = PageReader.read(path, directory.path());
            if (page != null) {
                pages.add(page);
            }
        }
        assertThat(pages).hasSize(1);
        return pages.get(0).state(StatisticsDirectory.pidNamespace());
    }

    /** Calls until the server has ended. */
    static final class Client {

        private Client() {}

        public static void main(String[] arguments) {
            long startNs = System.nanoTime();
            try (Endpoint endpoint = Endpoint.open()) {
                Workshop workshop = endpoint.lookup(Workshop.class, arguments[0]);
                System.out.println("echo " + workshop.echo(7));
                System.out.println("process " + Remotes.peer(workshop).pid());
                workshop.waitForInterrupt();
            } catch (ConnectionLostException e) {
                long seconds = (System.nanoTime() - startNs) / 1_000_000_000;
                System.out.println(
                        "lost " + e.loss() + " " + e.outcome() + " within " + seconds + " s: " + e.getMessage());
            } catch (NearcallException e) {
                System.out.println("failed " + e.getMessage());
            }
        }
    }
}
