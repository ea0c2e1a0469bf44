// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nearcall.ConnectionRefusedException;
import io.nearcall.Endpoint;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Server;
import io.nearcall.test.Workshop;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Which process is called, where one of them says that it is another one. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class ImpostorIT {

    private static final String GENUINE = "Workshop";

    /** In which every process outside has the pid 0. */
    private static final List<String> PID_NAMESPACE =
            List.of("unshare", "-r", "-p", "-f", "--kill-child", "--mount-proc");

    @Test
    void shouldCallTheServiceThatIsLookedUpThoughAnotherProcessStatesItsId() {
        try (OtherJvm genuine = Server.start(Workshop.class, QuietWorkshop.class);
                OtherJvm impostor = startImpostor();
                Endpoint client = Endpoint.open()) {
            assertThat(client.lookup(Workshop.class, Impostor.NAME).pid()).isEqualTo(impostor.pid());
            assertThat(client.lookup(Workshop.class, GENUINE).pid()).isEqualTo(genuine.pid());
        }
    }

    @Test
    void shouldCallTheProcessThatIsLookedUpThoughItStatesTheIdOfAServiceThatIsConnected() {
        try (OtherJvm genuine = Server.start(Workshop.class, QuietWorkshop.class);
                OtherJvm impostor = startImpostor();
                Endpoint client = Endpoint.open()) {
            assertThat(client.lookup(Workshop.class, GENUINE).pid()).isEqualTo(genuine.pid());
            assertThat(client.lookup(Workshop.class, Impostor.NAME).pid()).isEqualTo(impostor.pid());
        }
    }

    @Test
    void shouldNotTakeTwoProcessesOfAForeignPidNamespaceForOne() throws Exception {
        assumePidNamespaces();
        try (OtherJvm genuine = Server.start(Workshop.class, QuietWorkshop.class);
                OtherJvm impostor = startImpostor();
                OtherJvm client = startClient(Impostor.NAME, GENUINE)) {
            assertThat(client.readLine()).isEqualTo("called " + impostor.pid());
            assertThat(client.readLine()).isEqualTo("called " + genuine.pid());
        }
    }

    @Test
    void shouldNotCallAnotherProcessOfAForeignPidNamespaceIfTheServiceTakesNoMoreConnections() throws Exception {
        assumePidNamespaces();
        try (OtherJvm genuine = Server.start(Workshop.class, QuietWorkshop.class, "maxConnections", "2");
                OtherJvm impostor = startImpostor();
                Endpoint last = Endpoint.open()) {
            assertThat(last.lookup(Workshop.class, GENUINE).pid()).isEqualTo(genuine.pid());
            try (OtherJvm client = startClient(Impostor.NAME, GENUINE)) {
                assertThat(client.readLine()).isEqualTo("called " + impostor.pid());
                assertThat(client.readLine()).isEqualTo("refused");
            }
        }
    }

    @Test
    void shouldCallAllServicesOfAProcessOfAForeignPidNamespaceOverOneConnection() throws Exception {
        assumePidNamespaces();
        assumeTrue(identifiesForeignProcesses(), "this kernel shows no identity of a foreign process");
        try (Endpoint server = Endpoint.builder().maxConnections(1).open()) {
            server.export(Workshop.class, new QuietWorkshop(), "north");
            server.export(Workshop.class, new QuietWorkshop(), "south");
            String called = "called " + ProcessHandle.current().pid();
            try (OtherJvm client = startClient("north", "south", "north")) {
                assertThat(client.readLine()).isEqualTo(called);
                assertThat(client.readLine()).isEqualTo(called);
                assertThat(client.readLine()).isEqualTo(called);
            }
        }
    }

    private static OtherJvm startImpostor() {
        OtherJvm impostor = OtherJvm.start(Impostor.class, GENUINE);
        assertThat(impostor.readLine()).isEqualTo("ready");
        return impostor;
    }

    private static OtherJvm startClient(String... services) {
        return OtherJvm.start(PID_NAMESPACE, 64, Client.class, services);
    }

    private static void assumePidNamespaces() throws Exception {
        assumeTrue(
                new ProcessBuilder(PID_NAMESPACE.get(0), "-r", "-p", "-f", "--mount-proc", "true")
                                .start()
                                .waitFor()
                        == 0,
                "this host lets nobody have a pid namespace");
    }

    private static boolean identifiesForeignProcesses() {
        String[] version = System.getProperty("os.version").split("[.-]");
        return Integer.parseInt(version[0]) * 100 + Integer.parseInt(version[1]) >= 609;
    }

    /** Calls services by their names, one after the other. */
    public static final class Client {

        private Client() {}

        public static void main(String[] arguments) throws InterruptedException {
            Endpoint endpoint = Endpoint.open();
            for (String service : arguments) {
                try {
                    System.out.println(
                            "called " + endpoint.lookup(Workshop.class, service).pid());
                } catch (ConnectionRefusedException e) {
                    System.out.println("refused");
                }
            }
            endpoint.awaitClose();
        }
    }
}
