// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.cpp;

import io.nearcall.bench.Launch;
import io.nearcall.bench.quoted.ComparisonReport;
import io.nearcall.bench.report.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures calls between Java and C++. Launched by {@code bench/run --cpp}, which builds what it needs. */
@Command(
        name = "bench/run",
        mixinStandardHelpOptions = true,
        description =
                "Measures calls between Java and C++ over shared memory, beside calls from Java to Java, in some six"
                        + " minutes, by estimate.")
public final class CppMain implements Callable<Integer> {

    @Option(names = "--cpp", required = true, description = "Runs these measurements instead of the others.")
    private boolean cpp;

    @Option(names = "--trial", description = "A moment of all that is measured. Its figures mean nothing.")
    private boolean trial;

    @Option(names = "--cpp-programs", required = true, hidden = true)
    private Path programs;

    @Mixin
    private Launch launch;

    private CppMain() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new CppMain()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<String> machine = Machine.lines();
        CppPlan plan = trial ? CppPlan.TRIAL : CppPlan.LONG;
        CppRun run = new CppRun(plan, programs.resolve("peer"));
        run.measure();
        new ComparisonReport(launch, machine, "--cpp", trial, plan.sets(), plan.text())
                .write(List.of(), run.costs(), List.of());
        return 0;
    }
}
