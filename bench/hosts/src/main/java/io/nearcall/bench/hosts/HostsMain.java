// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.hosts;

import io.nearcall.bench.Launch;
import io.nearcall.bench.quoted.ComparisonReport;
import io.nearcall.bench.report.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures calls between hosts. Launched by {@code bench/run --hosts}, which builds what it needs. */
@Command(
        name = "bench/run",
        mixinStandardHelpOptions = true,
        description =
                "Measures calls between hosts beside unary calls of gRPC, both with mutual TLS over the loopback device, in some"
                        + " six minutes, by estimate.")
public final class HostsMain implements Callable<Integer> {

    @Option(names = "--hosts", required = true, description = "Runs these measurements instead of the others.")
    private boolean hosts;

    @Option(names = "--trial", description = "A moment of all that is measured. Its figures mean nothing.")
    private boolean trial;

    @Mixin
    private Launch launch;

    private HostsMain() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new HostsMain());
    }

    @Override
    public Integer call() throws IOException, InterruptedException, GeneralSecurityException {
        Path scratch = launch.scratch().toAbsolutePath();
        Files.createDirectories(scratch);
        List<String> machine = Machine.lines();
        HostsPlan plan = trial ? HostsPlan.TRIAL : HostsPlan.LONG;
        HostsRun run = new HostsRun(plan, Certificate.make(scratch.resolve("hosts")));
        run.measure();
        new ComparisonReport(launch, machine, "--hosts", trial, plan.pairs(), plan.text())
                .write(List.of(), run.costs(), run.looks());
        return 0;
    }
}
