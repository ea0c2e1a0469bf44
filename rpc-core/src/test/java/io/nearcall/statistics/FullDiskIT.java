// SPDX-License-Identifier: Apache-2.0
package io.nearcall.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nearcall.Endpoint;
import io.nearcall.internal.connection.OwnObjects;
import io.nearcall.internal.statistics.PageView;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Workshop;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The file system that statistics pages lie on is full. */
@Timeout(120)
class FullDiskIT {

    private static final List<String> OWN_MOUNTS = List.of("unshare", "-r", "-m");

    @TempDir
    Path directory;

    @Test
    void shouldCallOnAsBeforeWhereAPageCannotGrow() throws Exception {
        List<String> probe = new ArrayList<>(OWN_MOUNTS);
        probe.addAll(List.of("mount", "-t", "tmpfs", "none", directory.toString()));
        assumeTrue(new ProcessBuilder(probe).start().waitFor() == 0, "this host lets nobody have a mount namespace");
        List<String> prefix = new ArrayList<>(OWN_MOUNTS);
        prefix.addAll(
                List.of("sh", "-c", "mount -t tmpfs -o size=1m,mode=700 none " + directory + " && exec \"$@\"", "sh"));
        try (OtherJvm jvm = OtherJvm.start(prefix, 64, OnAFullDisk.class, directory.toString())) {
            assertThat(jvm.readLine()).isEqualTo("full");
            assertThat(jvm.readLine()).isEqualTo("no room to count all calls: true");
            assertThat(jvm.readLine()).isEqualTo("a call that is not counted asks for room each time: false");
            assertThat(jvm.readLine()).isEqualTo("in flight of methods that are not all counted: 0");
            assertThat(jvm.awaitExit(30)).isZero();
        }
    }

    /** Fills the file system up, and then calls so many services that their methods need more of it. */
    static final class OnAFullDisk {

        private static final int SERVICES = 40;
        private static final int THREADS = 4;
        private static final int CALLS = 100;

        private OnAFullDisk() {}

        public static void main(String[] arguments) throws Exception {
            Path directory = Path.of(arguments[0]);
            System.setProperty("io.nearcall.dir", directory.toString());
            Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
                thrown.printStackTrace();
                System.exit(1);
            });
            try (Endpoint server = Endpoint.open();
                    Endpoint client = Endpoint.open()) {
                List<Workshop> workshops = new ArrayList<>();
                for (int i = 0; i < SERVICES; i++) {
                    server.export(Workshop.class, new QuietWorkshop(), "workshop" + i);
                    workshops.add(client.lookup(Workshop.class, "shm:workshop" + i));
                }
                workshops.get(0).echo(1); // or the client would have no page at all
                fill(directory.resolve("ballast"));
                System.out.println("full");
                callAll(workshops);
                PageView atClient = OwnObjects.of(client).statistics();
                System.out.println("no room to count all calls: " + (atClient.uncounted() > 0));

                callAll(workshops);
                long more = OwnObjects.of(client).statistics().uncounted() - atClient.uncounted();
                System.out.println("a call that is not counted asks for room each time: "
                        + (more > SERVICES * THREADS * CALLS / 10));
                System.out.println("in flight of methods that are not all counted: "
                        + OwnObjects.of(client).statistics().methods().stream()
                                .mapToLong(PageView.Method::inFlight)
                                .sum());
            }
        }

        private static void fill(Path ballast) throws IOException {
            byte[] page = new byte[4096];
            try (OutputStream out = Files.newOutputStream(ballast)) {
                while (true) {
                    out.write(page);
                }
            } catch (IOException e) {
                if (!e.getMessage().contains("No space left")) {
                    throw e;
                }
            }
        }

        private static void callAll(List<Workshop> workshops) throws InterruptedException {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Thread thread = new Thread(() -> {
                    for (Workshop workshop : workshops) {
                        for (int call = 0; call < CALLS; call++) {
                            if (workshop.echo(call) != call) {
                                throw new IllegalStateException("a wrong answer to " + call);
                            }
                        }
                    }
                });
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }
}
