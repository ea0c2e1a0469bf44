// SPDX-License-Identifier: Apache-2.0
package io.nearcall.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.RemoteService;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Counting does not make the JIT throw away the code of a call's path when the program turns to other methods. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public final class CompiledCountingIT {

    /** How a program calls until all is compiled, and how afterwards. */
    enum Turn {
        TO_THE_SAME_METHOD_AGAIN {
            @Override
            void often(Bell bell, int i) {
                bell.ring();
                bell.add(i, i);
            }

            @Override
            void rarely(Bell bell) {
                bell.ring();
            }
        },
        TO_ANOTHER_METHOD {
            @Override
            void often(Bell bell, int i) {
                bell.add(i, i);
            }

            @Override
            void rarely(Bell bell) {
                bell.ring();
            }
        };

        abstract void often(Bell bell, int i);

        abstract void rarely(Bell bell);
    }

    /** Two methods. */
    @RemoteService
    public interface Bell {
        void ring();

        int add(int a, int b);
    }

    /** A trap is where compiled code goes when it takes a branch that the JIT left out. */
    private static final Pattern TRAP =
            Pattern.compile("<uncommon_trap thread=[^>]* stamp='([0-9.]+)'[^>]*>(.*?)</uncommon_trap>", Pattern.DOTALL);

    private static final Pattern COMPILED =
            Pattern.compile("<nmethod [^>]* compiler='c2' [^>]*io\\.nearcall\\.internal\\.lane\\.OutgoingLane invoke");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void shouldKeepTheCompiledPath(Turn turn) throws Exception {
        Path log = directory.resolve("compilation");
        List<String> options = List.of(
                "-XX:TieredStopAtLevel=4",
                "-Xbatch", // a call waits for C2, which other tests may keep off the CPU for long
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+LogCompilation",
                "-XX:LogFile=" + log);
        double turnedAt;
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(Bell.class, new Chime(), "shm:bell");
            try (OtherJvm caller = OtherJvm.start(options, OtherJvm.classPath(), Caller.class, turn.name())) {
                turnedAt = Double.parseDouble(caller.readLine());
                assertThat(caller.readLine()).isEqualTo("done");
                assertThat(caller.awaitExit(20)).isZero();
            }
        }
        String text = Files.readString(log);
        assertThat(COMPILED.matcher(text).find()).as("C2 has compiled the path").isTrue();
        Matcher trap = TRAP.matcher(text);
        while (trap.find()) {
            if (Double.parseDouble(trap.group(1)) >= turnedAt) {
                assertThat(trap.group(2)).doesNotContain("io.nearcall.internal.statistics.CallCounter");
            }
        }
    }

    /** The service. */
    private static final class Chime implements Bell {
        @Override
        public void ring() {
            // nothing to do
        }

        @Override
        public int add(int a, int b) {
            return a + b;
        }
    }

    /** The process that calls: often, and then rarely. */
    static final class Caller {

        private static final int OFTEN = 300_000;
        private static final long OFTEN_NS = 3_000_000_000L;

        private static final int RARE_CALLS = 40;

        private Caller() {}

        public static void main(String[] arguments) throws InterruptedException {
            Turn turn = Turn.valueOf(arguments[0]);
            try (Endpoint endpoint = Endpoint.open()) {
                Bell bell = endpoint.lookup(Bell.class, "shm:bell");
                callUntilCompiled(turn, bell);
                System.out.println(ManagementFactory.getRuntimeMXBean().getUptime() / 1000.0);
                Thread.sleep(500); // the log's clock starts later than the JVM's
                for (int i = 0; i < RARE_CALLS; i++) {
                    turn.rarely(bell);
                }
                System.out.println("done");
            }
        }

        private static void callUntilCompiled(Turn turn, Bell bell) {
            long startNs = System.nanoTime();
            for (int i = 0; i < OFTEN || System.nanoTime() - startNs < OFTEN_NS; i++) {
                turn.often(bell, i);
            }
        }
    }
}
