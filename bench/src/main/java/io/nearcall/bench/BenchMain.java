// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench;

import io.nearcall.bench.load.LoadFigure;
import io.nearcall.bench.load.LoadRun;
import io.nearcall.bench.load.LoadTable;
import io.nearcall.bench.load.LoadVerdicts;
import io.nearcall.bench.pair.IdleCost;
import io.nearcall.bench.pair.IdleServers;
import io.nearcall.bench.pair.JvmFlags;
import io.nearcall.bench.pair.Pair;
import io.nearcall.bench.papers.Findings;
import io.nearcall.bench.papers.PapersPlan;
import io.nearcall.bench.papers.PapersRun;
import io.nearcall.bench.papers.report.PapersPage;
import io.nearcall.bench.peers.PeerServer;
import io.nearcall.bench.report.Machine;
import io.nearcall.bench.report.PairResults;
import io.nearcall.bench.report.PeerVerdicts;
import io.nearcall.bench.report.PeerWins;
import io.nearcall.bench.report.Results;
import io.nearcall.bench.report.Series;
import io.nearcall.bench.report.Table;
import io.nearcall.bench.report.Verdict;
import io.nearcall.bench.report.Verdicts;
import io.nearcall.bench.report.page.Page;
import io.nearcall.bench.start.ColdStart;
import io.nearcall.bench.start.ColdStarts;
import io.nearcall.bench.subject.CFloorSubject;
import io.nearcall.bench.subject.FloorSubject;
import io.nearcall.bench.subject.KryoRoundTrip;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures Nearcall over shared memory, Java RMI over loopback and the floor, each between the same two JVMs in slices of
 * the same run; then RMI once more, and Nearcall over FIFOs, with both JVMs on one CPU. Launched by {@code bench/run}, which builds what it needs.
 */
@Command(
        name = "bench/run",
        mixinStandardHelpOptions = true,
        description = "Measures Nearcall beside RMI and the floor.")
public final class BenchMain implements Callable<Integer> {

    private static final List<String> ALL_SYSTEMS =
            List.of(FloorSubject.NAME, NearcallSubject.NAME, KryoRoundTrip.NAME, CFloorSubject.NAME, RmiSubject.NAME);

    @Option(names = "--quick", description = "Three pairs of JVMs and short slices: under four minutes.")
    private boolean quick;

    @Option(names = "--pairs", description = "How many fresh pairs of JVMs, if not 10 (3 with --quick).")
    private Integer pairs;

    @Option(names = "--systems", split = ",", description = "What is measured in each pair: ${DEFAULT-VALUE}.")
    private List<String> systems = ALL_SYSTEMS;

    @Option(
            names = "--papers",
            description = "Instead: repeats what the papers measured, in under ten minutes; with --quick in under one.")
    private boolean papers;

    @Option(
            names = "--peers",
            description = "Also: Java RMI and others over Unix sockets, gRPC, Aeron; takes about three times as long.")
    private boolean peers;

    @Option(names = "--peers-class-path", defaultValue = "", hidden = true)
    private String peersClassPath;

    @Option(names = "--mechanisms-program", required = true, hidden = true)
    private Path mechanismsProgram;

    @Option(names = "--floor-program", required = true, hidden = true)
    private Path floorProgram;

    @Option(names = "--commit", defaultValue = "unknown", hidden = true)
    private String commit;

    @Option(names = "--report", required = true, hidden = true)
    private Path report;

    @Option(names = "--scratch", required = true, hidden = true)
    private Path scratch;

    private BenchMain() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new BenchMain()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        Files.createDirectories(scratch);
        List<String> machine = Machine.lines();
        if (papers) {
            repeatPapers(machine);
            return 0;
        }
        Plan plan = quick ? Plan.QUICK : Plan.LONG;
        int pairCount = pairs != null ? pairs : plan.pairs();
        Pair.Places places = new Pair.Places(scratch, floorProgram, peersClassPath);
        PeerSystems peerSystems = new PeerSystems(peers);
        List<PairResults> found = new ArrayList<>();
        for (int i = 1; i <= pairCount; i++) {
            PairResults results = Round.measure(i, plan, places, systems, peerSystems);
            found.add(results);
            System.err.printf(
                    Locale.ROOT, "pair %d of %d: the floor is %.3f us%n", i, pairCount, results.floorNs() / 1000);
        }
        System.err.println("arrays of different sizes, numbers of callers ...");
        SeriesRun series = new SeriesRun(plan, places);
        series.measure(systems, peerSystems);
        List<String> onAllCpus = peerSystems.runningOnAllCpus();
        List<ColdStart> starts = List.of();
        List<LoadFigure> loads = List.of();
        if (systems.containsAll(List.of(NearcallSubject.NAME, RmiSubject.NAME))) {
            System.err.println("cold starts ...");
            starts = ColdStarts.measure(plan.coldStarts(), onAllCpus, places);
            System.err.println("loads ...");
            loads = LoadRun.measure(plan.loads());
        }
        System.err.println("idle servers ...");
        List<String> servers = new ArrayList<>(systems);
        servers.retainAll(List.of(NearcallSubject.NAME, RmiSubject.NAME));
        servers.addAll(onAllCpus);
        Map<String, IdleCost> idle = IdleServers.costs(servers, places);
        PeerServer.delete(places.peerDirectory());
        Results results = new Results(found);
        List<String> about = about(machine, plan, results);
        about.addAll(peerSystems.lines());
        List<Verdict> verdicts = new ArrayList<>(new Verdicts(results).all(cpuShares(idle)));
        if (!loads.isEmpty()) {
            verdicts.addAll(new LoadVerdicts(loads).all());
        }
        if (peers) {
            verdicts.addAll(new PeerVerdicts(results).all());
        }
        write(
                results,
                new Series(about, results.curves(), series.transfers, series.throughputs, idle, starts, loads),
                verdicts);
        return 0;
    }

    private void repeatPapers(List<String> machine) throws IOException, InterruptedException {
        PapersPlan plan = quick ? PapersPlan.QUICK : PapersPlan.LONG;
        Findings findings = new PapersRun(plan, scratch, mechanismsProgram, Machine.cpus()).measure();
        List<String> about = head(machine);
        about.add(plan.text());
        PapersPage page = new PapersPage(about, findings);
        page.write(report);
        System.out.println();
        about.forEach(System.out::println);
        System.out.println();
        page.verdicts().forEach(verdict -> System.out.println(verdict.text()));
        System.out.println();
        System.out.println("written   " + report.resolve("papers.json") + ", " + report.resolve("papers.html"));
    }

    private static Map<String, Double> cpuShares(Map<String, IdleCost> idle) {
        Map<String, Double> shares = new LinkedHashMap<>();
        idle.forEach((system, cost) -> shares.put(system, cost.cpuShare()));
        return shares;
    }

    private List<String> head(List<String> machine) {
        List<String> about = new ArrayList<>(machine);
        about.add("commit    " + commit);
        about.add("date      " + ZonedDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS));
        about.add("command   bench/run" + arguments());
        about.add("JVMs      java " + String.join(" ", JvmFlags.ALL));
        return about;
    }

    private List<String> about(List<String> machine, Plan plan, Results results) {
        List<String> about = head(machine);
        about.add(String.format(
                Locale.ROOT,
                "runs      %d fresh pairs of JVMs, %d turns each, slices of %d ms; a row is that of the median pair",
                results.pairs().size(),
                plan.turns(),
                plan.sliceMs()));
        for (PairResults pair : results.pairs()) {
            about.add(String.format(Locale.ROOT, "floor     %.3f us: %s", pair.floorNs() / 1000, pair.state()));
        }
        return about;
    }

    private String arguments() {
        return (papers ? " --papers" : "")
                + (peers ? " --peers" : "")
                + (quick ? " --quick" : "")
                + (pairs != null ? " --pairs " + pairs : "")
                + (systems.equals(ALL_SYSTEMS) ? "" : " --systems " + String.join(",", systems));
    }

    private void write(Results results, Series series, List<Verdict> verdicts) throws IOException {
        Path json = report.resolve("results.json");
        Path page = report.resolve("index.html");
        results.writeJson(json);
        series.writeJson(report.resolve("series.json"));
        List<String> peerWins = peers ? new PeerWins(results, series).sentences() : List.of();
        Files.writeString(page, new Page(results.rows(), series, verdicts, peerWins).html());
        System.out.println();
        series.about().forEach(System.out::println);
        System.out.println();
        System.out.println(Table.of(results.rows()));
        series.idle()
                .forEach((system, cost) -> System.out.printf(
                        Locale.ROOT,
                        "idle over 3 s: %-14s %.3f %% of a CPU, %.1f wake-ups a second%n",
                        system,
                        100 * cost.cpuShare(),
                        cost.wakeUpsPerSecond()));
        LoadTable.lines(series.loads()).forEach(System.out::println);
        System.out.println();
        verdicts.forEach(verdict -> System.out.println(verdict.text()));
        if (peers) {
            System.out.println("\nwhere something else is better:");
            peerWins.forEach(System.out::println);
        }
        System.out.println();
        System.out.println("written   " + json + ", " + page);
    }
}
