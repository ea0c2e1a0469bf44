// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.os.SecondJvm;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whom a token stands for, and whether that one lives. */
@Timeout(60)
class PeerProcessIT {

    /** Higher than the pid of any process of a host: the kernel allows as many, less one. */
    private static final long NO_PROCESS = (1 << 22) - 1;

    private static final long LATER_START = 1L << 22;

    @Test
    void shouldTellAProcessFromALaterOneOfTheSamePid() {
        long token = PeerProcess.currentToken();
        assertThat(isDead(token)).isFalse();
        assertThat(isDead(token + LATER_START)).isTrue();
        assertThat(isDead(NO_PROCESS)).isTrue();
        assertThat(isDead(PeerProcess.NOBODY)).isTrue();
    }

    private static boolean isDead(long token) {
        try (PeerProcess process = new PeerProcess(token)) {
            return process.isDead();
        }
    }

    @Test
    void shouldTakeNobodyForDeadForWantOfDescriptors() {
        List<String> limited = List.of("sh", "-c", "ulimit -n 200; exec \"$@\"", "sh");
        List<String> options = List.of("--enable-native-access=ALL-UNNAMED");
        try (SecondJvm jvm = SecondJvm.startBy(limited, options, WithoutDescriptors.class)) {
            assertThat(jvm.readAll().lines())
                    .containsExactly("alive", "alive", "dead", "and afterwards:", "alive", "alive", "dead");
        }
    }

    /** Asks for itself, for itself without a descriptor, and for no process, with and without free descriptors. */
    static final class WithoutDescriptors {

        public static void main(String[] arguments) throws IOException {
            PeerProcess[] processes = {new PeerProcess(PeerProcess.currentToken()), null, new PeerProcess(NO_PROCESS)};
            isDead(PeerProcess.currentToken()); // loads the classes that need descriptors
            Deque<FileInputStream> all = new ArrayDeque<>();
            takeAll(all);
            processes[1] = new PeerProcess(PeerProcess.currentToken());
            boolean[] dead = {processes[0].isDead(), processes[1].isDead(), processes[2].isDead()};
            while (!all.isEmpty()) {
                all.pop().close();
            }
            print(dead);
            System.out.println("and afterwards:");
            print(processes[0].isDead(), processes[1].isDead(), processes[2].isDead());
        }

        private static void takeAll(Deque<FileInputStream> into) {
            try {
                while (true) {
                    into.push(new FileInputStream("/dev/null"));
                }
            } catch (IOException e) {
                // there are no more
            }
        }

        private static void print(boolean... dead) {
            for (boolean each : dead) {
                System.out.println(each ? "dead" : "alive");
            }
        }
    }
}
