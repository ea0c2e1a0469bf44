// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The sample with two hosts, as a user starts it. */
@Timeout(120)
class TwoHostsSampleIT {

    /** The loss of a host is noticed within 15 s. */
    private static final int PATIENCE_S = 100;

    private static final String LATENCIES = "  stream:    20,000 trades, [0-9.]+ us each\n"
            + "  cents\\(\\):   [0-9.]+ us each, 99 % within [0-9.]+ us\n";

    @TempDir
    Path directory;

    @Test
    void shouldCallBothHostsAndSayWhatHappensWhenTheCableIsPulled() throws Exception {
        SampleRun run = new SampleRun(directory, "two-hosts");
        int status = run.await(PATIENCE_S);
        assumeFalse(run.errors().startsWith("[run] No network namespaces here"));
        assertThat(status).as(run.errors()).isZero();
        assertThat(run.output())
                .contains("[near] The exchange is open to this host.", "[far] The exchange is open to all hosts.");
        assertThat(clientOf(run))
                .matches(
                        "exchange\n"
                                + "  caller:    process [0-9]+ of user 0, over shm\n"
                                + "  callback:  Trade\\[number=1, cents=1037\\] on thread main\n"
                                + LATENCIES
                                + "grpc://exchange@10.9.0.2:7443\n"
                                + "  caller:    spiffe://two-hosts/near, over grpc\n"
                                + "  callback:  Trade\\[number=1, cents=1037\\] on thread main\n"
                                + LATENCIES
                                + "the other host is gone\n"
                                + "  a call with a deadline of 0.2 s: +DeadlineExceededException, MAY_HAVE_RUN, after [0-9.]+ s\n"
                                + "  the call that was waiting there: +ConnectionLostException, MAY_HAVE_RUN, after [0-9.]+ s\n");
        assertThat(run.errors()).isEmpty();
        run.assertNothingIsLeft();
    }

    @Test
    void shouldSayWhyThereAreNoNamespacesAndUseTwoProcesses() throws Exception {
        Path programs = Files.createDirectory(directory.resolve("bin"));
        Files.writeString(
                programs.resolve("unshare"), "#!/bin/sh\necho 'unshare failed: Operation not permitted' >&2\nexit 1\n");
        Files.setPosixFilePermissions(programs.resolve("unshare"), PosixFilePermissions.fromString("rwx------"));
        Map<String, String> forbidden = Map.of("PATH", programs + ":" + System.getenv("PATH"));
        SampleRun run = new SampleRun(directory, forbidden, "two-hosts");
        assertThat(run.await(PATIENCE_S)).as(run.errors()).isZero();
        assertThat(run.errors())
                .startsWith("[run] No network namespaces here (unshare failed: Operation not permitted): ")
                .containsPattern("\\[run\\] far \\(process [0-9]+\\) ended .*, with status 137.\n$");
        assertThat(clientOf(run))
                .containsPattern("  caller:    process [0-9]+ of user [0-9]+, over shm\n")
                .containsPattern("grpc://exchange@localhost:[0-9]+\n  caller:    spiffe://two-hosts/near, over grpc\n")
                .containsPattern("  the call that was waiting there: +ConnectionLostException, MAY_HAVE_RUN, after");
        run.assertNothingIsLeft();
    }

    /** What the client has printed. The servers may print at any time. */
    private static String clientOf(SampleRun run) throws IOException {
        String prefix = "[client] ";
        return run.output()
                .lines()
                .filter(line -> line.startsWith(prefix) && !line.contains("WARNING: ")) // newer JDKs warn of gRPC
                .map(line -> line.substring(prefix.length()) + "\n")
                .collect(Collectors.joining());
    }

    @Test
    void shouldNameTheWaysWhenAskedForAnother() throws Exception {
        SampleRun run = new SampleRun(directory, "two-hosts", "three");
        assertThat(run.await()).isEqualTo(2);
        assertThat(run.errors()).contains("\"three\" is no way to have two hosts: say loopback, or nothing");
        run.assertNothingIsLeft();
    }
}
