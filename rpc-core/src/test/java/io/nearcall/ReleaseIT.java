// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Server;
import io.nearcall.test.TwoEndpoints;
import io.nearcall.test.Workshop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Resources are released when their user ends. */
@Timeout(120)
@ExtendWith(PrivateDirectory.class)
public class ReleaseIT {

    /** What this process holds of the system. */
    private record Holdings(int descriptors, int mappings, int threads) {

        static Holdings now() throws IOException {
            int threads = (int) Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("nearcall-"))
                    .count();
            return new Holdings(nativeDescriptors(), memfds(), threads);
        }

        private static int nativeDescriptors() throws IOException {
            int count = 0;
            try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
                for (Path fd : all.toList()) {
                    try {
                        String target = Files.readSymbolicLink(fd).toString();
                        if (target.startsWith("socket:")
                                || target.startsWith("anon_inode")
                                || target.contains("memfd")) {
                            count++;
                        }
                    } catch (IOException e) {
                        // closed meanwhile
                    }
                }
            }
            return count;
        }

        private static int memfds() throws IOException {
            try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
                return (int) lines.filter(line -> line.contains("memfd:")).count();
            }
        }

        boolean isWithin(Holdings before) {
            return descriptors <= before.descriptors && mappings <= before.mappings && threads <= before.threads;
        }
    }

    private static void awaitAtMost(Holdings before) throws Exception {
        Holdings now = Holdings.now();
        for (int i = 0; i < 1_500 && !now.isWithin(before); i++) {
            Thread.sleep(10);
            now = Holdings.now();
        }
        assertThat(now)
                .satisfies(held -> assertThat(held.isWithin(before))
                        .as("held %s, before %s", held, before)
                        .isTrue());
    }

    /** A client in another JVM that calls until it is killed. */
    public static final class Caller {
        private Caller() {}

        public static void main(String[] arguments) {
            Endpoint endpoint = Endpoint.open();
            Workshop remote = endpoint.lookup(Workshop.class);
            remote.note(1);
            remote.later(1, 1).join();
            System.out.println("calling");
            while (true) {
                if (arguments.length == 0) {
                    remote.waitForInterrupt();
                } else {
                    remote.bytes(new byte[200_000]);
                }
            }
        }
    }

    @Test
    void shouldGiveEverythingBackWhenEndpointsClose() throws Exception {
        Holdings before = Holdings.now();
        for (int i = 0; i < 10; i++) {
            try (TwoEndpoints endpoints = new TwoEndpoints()) {
                Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
                remote.note(1);
                remote.later(1, 1).join();
                remote.never();
                remote.echo(1);
            }
        }
        awaitAtMost(before);
    }

    @Test
    void shouldInterruptTheMethodOfADeadClientAndGiveEverythingBack() throws Exception {
        QuietWorkshop workshop = new QuietWorkshop();
        try (Endpoint server = Endpoint.open()) {
            server.export(Workshop.class, workshop);
            Holdings before = Holdings.now();
            try (OtherJvm client = OtherJvm.start(Caller.class)) {
                assertThat(client.readLine()).isEqualTo("calling");
                while (workshop.waits() == 0) {
                    Thread.sleep(1);
                }
                assertThat(Holdings.now().isWithin(before)).isFalse();
                client.kill();
            }
            while (workshop.interruptions() == 0) {
                Thread.sleep(1);
            }
            awaitAtMost(before);
        }
    }

    @Test
    void shouldGiveEverythingBackAfterEachOfManyServersThatWereKilledInMidCall() throws Exception {
        Random random = new Random(4715);
        try (Endpoint client = Endpoint.open()) {
            Holdings before = Holdings.now();
            Workshop remote = null;
            for (int i = 0; i < 6; i++) {
                try (OtherJvm server = Server.start(Workshop.class, QuietWorkshop.class)) {
                    remote = remote == null ? client.lookup(Workshop.class) : remote;
                    assertThat(remote.pid()).isEqualTo(server.pid());
                    Workshop stub = remote;
                    Thread[] callers = new Thread[4];
                    for (int t = 0; t < callers.length; t++) {
                        int kind = t;
                        callers[t] = new Thread(() -> catchThrowable(() -> callUntilLost(stub, kind)));
                        callers[t].start();
                    }
                    Thread.sleep(random.nextInt(60)); // at a random moment of the calls
                    server.kill();
                    for (Thread caller : callers) {
                        caller.join();
                    }
                }
            }
            awaitAtMost(before);
        }
    }

    private static void callUntilLost(Workshop remote, int kind) {
        while (true) {
            switch (kind) {
                case 0 -> remote.echo(1);
                case 1 -> remote.bytes(new byte[300_000]);
                case 2 -> remote.later(1, 0).join();
                default -> {
                    remote.note(1);
                    remote.notedCount();
                }
            }
        }
    }

    @Test
    void shouldGiveEverythingBackAfterEachOfManyClientsThatWereKilledInMidCall() throws Exception {
        try (Endpoint server = Endpoint.open()) {
            server.export(Workshop.class, new QuietWorkshop());
            Holdings before = Holdings.now();
            for (int i = 0; i < 6; i++) {
                try (OtherJvm client = OtherJvm.start(Caller.class, "bytes")) {
                    assertThat(client.readLine()).isEqualTo("calling");
                    Thread.sleep(i * 3L); // at a later moment of the calls each time
                    client.kill();
                }
            }
            awaitAtMost(before);
            try (Endpoint client = Endpoint.open()) {
                assertThat(client.lookup(Workshop.class).echo(1)).isEqualTo(1);
            }
        }
    }

    @Test
    void shouldGiveEverythingBackWhenConnectionsEndWhileLanesAreMade() throws Exception {
        Holdings before = Holdings.now();
        Random random = new Random(4716);
        for (int i = 0; i < 60; i++) {
            try (TwoEndpoints endpoints = new TwoEndpoints()) {
                Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
                Thread[] callers = new Thread[6];
                for (int t = 0; t < callers.length; t++) {
                    int kind = t & 3;
                    callers[t] = new Thread(() -> catchThrowable(() -> callUntilLost(remote, kind)));
                    callers[t].start();
                }
                Thread.sleep(0, random.nextInt(999_999)); // at a random moment while lanes are made
                if (random.nextInt(4) == 0) {
                    Thread.sleep(random.nextInt(5)); // sometimes when the first calls have been made
                }
                endpoints.client().close();
                for (Thread caller : callers) {
                    caller.join();
                }
            }
        }
        awaitAtMost(before);
    }
}
