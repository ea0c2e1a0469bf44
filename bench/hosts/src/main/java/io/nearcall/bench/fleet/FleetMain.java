// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.fleet;

import io.nearcall.bench.Launch;
import io.nearcall.bench.hosts.SessionCosts;
import io.nearcall.bench.quoted.ComparisonReport;
import io.nearcall.bench.quoted.QuotedComparison.Table;
import io.nearcall.bench.report.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Simulates a fleet, and measures what a session costs. Launched by {@code bench/run --fleet}. */
@Command(
        name = "bench/run",
        mixinStandardHelpOptions = true,
        description =
                "Simulates 1,000 servers and 10,000 clients with the decisions of the product, in virtual time, and"
                        + " measures what an idle session costs, in a quarter of an hour, by estimate.")
public final class FleetMain implements Callable<Integer> {

    private static final String SEED = "1";
    private static final int USUAL_SESSIONS = 50;
    private static final List<Integer> SESSIONS = List.of(10, 25, USUAL_SESSIONS, 100);
    private static final List<Integer> SESSIONS_OF_TRIAL = List.of(10);
    private static final String OPTION = "--fleet";

    @Option(names = OPTION, required = true, description = "Runs this instead of the other measurements.")
    private boolean fleet;

    @Option(names = "--trial", description = "A small fleet and few sessions. Its figures mean nothing.")
    private boolean trial;

    @Option(names = "--seed", defaultValue = SEED, description = "Of all random numbers. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Mixin
    private Launch launch;

    private FleetMain() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new FleetMain());
    }

    @Override
    public Integer call() throws IOException, InterruptedException, GeneralSecurityException {
        Path scratch = launch.scratch().toAbsolutePath();
        Files.createDirectories(scratch);
        List<String> machine = Machine.lines();
        // It may fail, so it comes before the long part.
        Table costs = SessionCosts.measure(scratch.resolve("sessions"), trial);
        List<Table> tables = new ArrayList<>(simulate());
        tables.add(costs);
        FleetPlan plan = plan(USUAL_SESSIONS);
        String option = seed == Long.parseLong(SEED) ? OPTION : OPTION + " --seed " + seed;
        String text =
                String.format("fleet     %,d servers, %,d clients, seed %d", plan.servers(), plan.clients(), seed);
        new ComparisonReport(launch, machine, option, trial, 0, text).write(tables);
        return 0;
    }

    private FleetPlan plan(int sessions) {
        return trial ? FleetPlan.small(SESSIONS_OF_TRIAL.get(0), seed) : FleetPlan.large(sessions, seed);
    }

    private List<Table> simulate() {
        FleetFigures figures = new FleetFigures();
        for (int sessions : trial ? SESSIONS_OF_TRIAL : SESSIONS) {
            say("steady, " + sessions + " sessions a client");
            figures.add(sessions, new FleetTrial(plan(sessions)).steady());
        }
        figures.add("10 % of the servers are killed", begin("killed").killed());
        figures.add("10 % of the hosts vanish", begin("vanished").vanished());
        figures.add("rolling restart, 5 % at a time", begin("restarted").restarted());
        figures.add("10 % more servers", begin("more").added());
        figures.add(begin("slow").slowed());
        return figures.tables();
    }

    private FleetTrial begin(String event) {
        say(event);
        return new FleetTrial(plan(USUAL_SESSIONS));
    }

    private static void say(String what) {
        System.err.println("simulation: " + what + " ...");
    }
}
