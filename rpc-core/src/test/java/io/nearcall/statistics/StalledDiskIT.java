// SPDX-License-Identifier: Apache-2.0
package io.nearcall.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nearcall.Endpoint;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Workshop;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file system of the runtime directory stalls during calls: every thread that accesses it waits for ever. */
@Timeout(120)
class StalledDiskIT {

    /** A FUSE file system without a server, as long as the shell behind it has standard input. */
    private static final String STALL = "exec 3<>/dev/fuse; "
            + "mount -t fuse -o fd=3,rootmode=40000,user_id=0,group_id=0 none \"$0\" && echo stalled && exec cat";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"shm", "fifo", "unix", "tcp"})
    void shouldCallOn(String channel) throws Exception {
        Process probe = new ProcessBuilder("unshare", "-r", "-m", "sh", "-c", STALL, directory.toString())
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        assumeTrue(probe.waitFor() == 0, "this host lets nobody mount a FUSE file system in a namespace");
        List<String> prefix = List.of("unshare", "-r", "-m");
        try (OtherJvm jvm = OtherJvm.start(prefix, 64, OnAStalledDisk.class, directory.toString(), channel)) {
            assertThat(jvm.readLine()).isEqualTo("stalled: true");
            assertThat(jvm.readLine()).isEqualTo("answered: 20000");
            assertThat(jvm.readLine()).isEqualTo("failed: 400");
        }
    }

    /** Calls before and after its runtime directory stalls. */
    static final class OnAStalledDisk {

        private static final int THREADS = 4;
        private static final int CALLS = 5000;
        private static final int FAILURES = 100;
        private static final long LONG_MS = 500;

        private OnAStalledDisk() {}

        public static void main(String[] arguments) throws Exception {
            System.setProperty("io.nearcall.dir", arguments[0]);
            Endpoint server = Endpoint.open();
            // Two are opened at once. To open a FIFO or a Unix socket later is to touch the directory.
            Endpoint client = Endpoint.builder().maxLanes(2).open();
            server.export(Workshop.class, new QuietWorkshop(), arguments[1] + ":workshop");
            Workshop workshop = client.lookup(Workshop.class, arguments[1] + ":workshop");
            callAll(workshop, new AtomicInteger(), new AtomicInteger());
            System.out.println("stalled: " + stall(arguments[0]));

            AtomicInteger answered = new AtomicInteger();
            AtomicInteger failed = new AtomicInteger();
            callAll(workshop, answered, failed);
            System.out.println("answered: " + answered);
            System.out.println("failed: " + failed);
            Runtime.getRuntime().halt(0); // closing an endpoint would remove its files from the directory
        }

        /** Returns whether a thread that accesses the directory waits. */
        private static boolean stall(String directory) throws IOException, InterruptedException {
            Process stalling = new ProcessBuilder("sh", "-c", STALL, directory).start();
            BufferedReader said = stalling.inputReader();
            if (!"stalled".equals(said.readLine())) {
                return false;
            }
            Process look = new ProcessBuilder("ls", directory).start();
            boolean ended = look.waitFor(LONG_MS, TimeUnit.MILLISECONDS);
            look.destroyForcibly();
            return !ended;
        }

        private static void callAll(Workshop workshop, AtomicInteger answered, AtomicInteger failed)
                throws InterruptedException {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Thread thread = new Thread(() -> call(workshop, answered, failed));
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }

        private static void call(Workshop workshop, AtomicInteger answered, AtomicInteger failed) {
            for (int i = 0; i < CALLS; i++) {
                if (workshop.echo(i) == i) {
                    answered.incrementAndGet();
                }
            }
            for (int i = 0; i < FAILURES; i++) {
                try {
                    workshop.meet(-1);
                } catch (Exception e) {
                    failed.incrementAndGet();
                }
            }
        }
    }
}
