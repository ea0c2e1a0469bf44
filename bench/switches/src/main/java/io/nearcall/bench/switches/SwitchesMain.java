// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.switches;

import io.nearcall.bench.Launch;
import io.nearcall.bench.quoted.ComparisonReport;
import io.nearcall.bench.report.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what is opted in for. Launched by {@code bench/run --switches}, which builds what it needs. */
@Command(
        name = "bench/run",
        mixinStandardHelpOptions = true,
        description =
                "Measures what a call costs while something is switched on that looks at calls, and what the command"
                        + " nearcall needs, in under twelve minutes.")
public final class SwitchesMain implements Callable<Integer> {

    @Option(names = "--switches", required = true, description = "Runs these measurements instead of the others.")
    private boolean switches;

    @Option(
            names = "--trial",
            description = "A moment of all that is measured, in about a minute. Its figures mean nothing.")
    private boolean trial;

    @Option(names = "--nearcall-program", required = true, hidden = true)
    private Path nearcallProgram;

    @Mixin
    private Launch launch;

    private SwitchesMain() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new SwitchesMain());
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path scratch = launch.scratch().toAbsolutePath();
        Files.createDirectories(scratch);
        List<String> machine = Machine.lines();
        SwitchesPlan plan = trial ? SwitchesPlan.TRIAL : SwitchesPlan.LONG;
        SwitchesRun run = new SwitchesRun(plan, scratch, nearcallProgram.toAbsolutePath());
        run.measure();
        new ComparisonReport(launch, machine, "--switches", trial, plan.pairs(), plan.text())
                .write(run.leftOut(), run.costs(), run.looks());
        return 0;
    }
}
