// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.stop;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.process.VictimJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Large servers that abort, and are not dead before all of their memory has been written. */
public final class CoreDumped implements Row {

    private static final int IN_SHORT_FORM = 1;
    private static final int IN_FULL = 20;
    private static final int BALLAST_MB = 256;
    private static final int HEAP_MB = 400;
    private static final long LATEST_NS = 100_000_000;
    private static final long MIB = 1 << 20;
    private static final Path PATTERN = Path.of("/proc/sys/kernel/core_pattern");

    @Override
    public String name() {
        return "core dump";
    }

    @Override
    public String description() {
        return "A server of more than " + BALLAST_MB
                + " MB receives SIGABRT and dumps core while " + DeadlineCallers.threads(2)
                + " threads call it as in the row *stopped*. The delay is the time from a call's deadline to its end.";
    }

    @Override
    public String mutation() {
        return "a sleeping caller does not check its deadline";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        int count = campaign.count(IN_SHORT_FORM, IN_FULL);
        List<String> unlimited = List.of("sh", "-c", "ulimit -c unlimited; exec \"$@\"", "sh");
        var moments = campaign.random(this);
        try (StalledServers servers = new StalledServers(campaign.scratch(), moments.split(), tally, true)) {
            for (int i = 0; i < count; i++) {
                servers.episode(HEAP_MB, "bulky", BALLAST_MB, unlimited, server -> {
                    StalledServers.letCall(moments.nextLong(LATEST_NS));
                    abort(server, campaign.scratch(), tally);
                });
            }
        }
        sweepNames(campaign.scratch().resolve("run"));
    }

    private static void abort(VictimJvm server, Path directory, Tally tally) throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        server.signal("ABRT");
        server.awaitExit();
        long tookMs = (System.nanoTime() - startNs) / 1_000_000;
        long coreBytes = 0;
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                if (file.getFileName().toString().startsWith("core")) {
                    coreBytes = Files.size(file);
                    Files.delete(file);
                }
            }
        }
        tally.note(
                coreBytes > 0
                        ? "a core of " + coreBytes / MIB + " MiB took " + tookMs + " ms"
                        : "no core was left here in the " + tookMs
                                + " ms that the process took to end; core_pattern is "
                                + Files.readString(PATTERN).strip());
    }

    /** The successor must take over the files of the dead server; there is none. */
    private static void sweepNames(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }
}
