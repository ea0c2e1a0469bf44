// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers;

import io.nearcall.bench.Launch;
import io.nearcall.bench.papers.report.PapersPage;
import io.nearcall.bench.papers.windows.WindowsFindings;
import io.nearcall.bench.papers.windows.WindowsPlan;
import io.nearcall.bench.papers.windows.WindowsRun;
import io.nearcall.bench.report.Machine;
import io.nearcall.bench.report.VerdictGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Repeats the measurements of the papers. {@code bench/run --papers} builds what it needs, and launches it. */
@Command(
        name = "bench/run",
        mixinStandardHelpOptions = true,
        description = "Measures what papers measured of Java's ways to another process, in under ten minutes.")
public final class PapersMain implements Callable<Integer> {

    @Option(names = "--papers", required = true, description = "Runs these measurements instead of the others.")
    private boolean papers;

    @Option(names = "--quick", description = "The same in small, in under a minute.")
    private boolean quick;

    @Option(names = "--mechanisms-program", required = true, hidden = true)
    private Path mechanismsProgram;

    @Option(names = "--root", required = true, hidden = true)
    private Path root;

    @Mixin
    private Launch launch;

    private PapersMain() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new PapersMain());
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Files.createDirectories(launch.scratch());
        List<String> machine = Machine.lines();
        PapersPlan plan = quick ? PapersPlan.QUICK : PapersPlan.LONG;
        WindowsPlan windowsPlan = quick ? WindowsPlan.QUICK : WindowsPlan.LONG;
        WindowsFindings windows =
                new WindowsRun(windowsPlan, root, launch.scratch().resolve("windows")).measure();
        Findings findings = new PapersRun(plan, launch.scratch(), mechanismsProgram, Machine.cpus()).measure(windows);
        List<String> about = launch.head(machine, quick ? " --papers --quick" : " --papers");
        about.add(plan.text());
        about.add(windowsPlan.text());
        PapersPage page = new PapersPage(about, findings);
        Path report = launch.report();
        page.write(report);
        System.out.println();
        about.forEach(System.out::println);
        System.out.println();
        VerdictGroup.lines(page.verdicts()).forEach(System.out::println);
        System.out.println();
        page.reasons().forEach(System.out::println);
        System.out.println();
        System.out.println("written   " + report.resolve("papers.json") + ", " + report.resolve("papers.html"));
        return 0;
    }
}
