// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.kumon;

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

/** Repeats the experiment of Kumo&#324; 2017. Launched by {@code bench/run --kumon}, which builds what it needs. */
@Command(
        name = "bench/run",
        mixinStandardHelpOptions = true,
        description =
                "Measures what Kumo\u0144 measured in 2017, data between Java and C++, with Nearcall beside it, in a quarter"
                        + " of an hour, by estimate.")
public final class KumonMain implements Callable<Integer> {

    @Option(names = "--kumon", required = true, description = "Runs these measurements instead of the others.")
    private boolean kumon;

    @Option(names = "--trial", description = "A moment of all up to 1 MiB. Its figures mean nothing.")
    private boolean trial;

    @Option(names = "--cpp-programs", required = true, hidden = true)
    private Path programs;

    @Mixin
    private Launch launch;

    private KumonMain() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new KumonMain()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path scratch = Files.createDirectories(launch.scratch()).toAbsolutePath();
        List<String> machine = Machine.lines();
        KumonPlan plan = trial ? KumonPlan.TRIAL : KumonPlan.LONG;
        KumonRun run = new KumonRun(plan, programs.toAbsolutePath(), scratch);
        run.measure();
        KumonFindings findings = run.findings();
        List<String> about = launch.head(machine, " --kumon" + (trial ? " --trial" : ""));
        about.add(plan.text());
        new KumonPage(about, findings).write(launch.report());
        new ComparisonReport(launch, machine, "--kumon", trial, plan.sets(), plan.text())
                .write(findings.leftOut(), findings.withPublished(), findings.looks());
        System.out.println("written   " + launch.report().resolve("kumon.csv") + ", "
                + launch.report().resolve("kumon.html"));
        return 0;
    }
}
