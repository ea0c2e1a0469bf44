// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench;

import io.nearcall.bench.curve.CurveRun;
import io.nearcall.bench.curve.FirstCalls;
import io.nearcall.bench.life.Life;
import io.nearcall.bench.life.LifeRun;
import io.nearcall.bench.life.LifeTable;
import io.nearcall.bench.life.LifeVerdicts;
import io.nearcall.bench.load.LoadFigure;
import io.nearcall.bench.load.LoadRun;
import io.nearcall.bench.load.LoadTable;
import io.nearcall.bench.load.LoadVerdicts;
import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.pair.IdleCost;
import io.nearcall.bench.pair.IdleServers;
import io.nearcall.bench.pair.Pair;
import io.nearcall.bench.pair.Throughput;
import io.nearcall.bench.pair.Transfer;
import io.nearcall.bench.peers.Peer;
import io.nearcall.bench.peers.PeerServer;
import io.nearcall.bench.quoted.QuotedRun;
import io.nearcall.bench.report.AllocationVerdicts;
import io.nearcall.bench.report.CallVerdicts;
import io.nearcall.bench.report.CallersVerdicts;
import io.nearcall.bench.report.CurveVerdicts;
import io.nearcall.bench.report.FloorCheck;
import io.nearcall.bench.report.Machine;
import io.nearcall.bench.report.OneCpuVerdicts;
import io.nearcall.bench.report.PairResults;
import io.nearcall.bench.report.PeerVerdicts;
import io.nearcall.bench.report.PeerWins;
import io.nearcall.bench.report.ProcessVerdicts;
import io.nearcall.bench.report.Results;
import io.nearcall.bench.report.Series;
import io.nearcall.bench.report.Table;
import io.nearcall.bench.report.TransferVerdicts;
import io.nearcall.bench.report.Verdict;
import io.nearcall.bench.report.VerdictGroup;
import io.nearcall.bench.report.page.Page;
import io.nearcall.bench.start.ColdStart;
import io.nearcall.bench.start.ColdStarts;
import io.nearcall.bench.subject.CFloorSubject;
import io.nearcall.bench.subject.FloorSubject;
import io.nearcall.bench.subject.FreshFloorSubject;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Measures Nearcall over shared memory, Java RMI over loopback and the floor, each between the same two JVMs, in slices
 * of the same run. RMI, Nearcall over FIFOs and Nearcall over shared memory are also measured with both JVMs on one
 * CPU. {@code bench/run} builds what this program needs, and launches it.
 */
@Command(
        name = "bench/run",
        mixinStandardHelpOptions = true,
        description = "Measures Nearcall beside RMI and the floor.",
        footer =
                "bench/run --papers repeats what papers measured instead; bench/run --papers --help lists its options.")
public final class BenchMain implements Callable<Integer> {

    private static final List<String> ALL_SYSTEMS = List.of(
            FloorSubject.NAME,
            NearcallSubject.NAME,
            FreshFloorSubject.NAME,
            KryoRoundTrip.NAME,
            CFloorSubject.NAME,
            RmiSubject.NAME);

    @Option(
            names = "--quick",
            description = "One pair of JVMs and short slices: under four minutes; about nine with --pairs 3.")
    private boolean quick;

    @Option(
            names = "--trial",
            description =
                    "One pair, and a moment of all that is measured: under three minutes. Checks that every row and target is there;"
                            + " its figures mean nothing.")
    private boolean trial;

    @Option(
            names = "--pairs",
            description = "How many fresh pairs of JVMs, if not 10 (5 with --peers, 1 with --quick or --trial).")
    private Integer pairs;

    @Option(names = "--systems", split = ",", description = "What is measured in each pair: ${DEFAULT-VALUE}.")
    private List<String> systems = ALL_SYSTEMS;

    @Option(
            names = "--peers",
            description =
                    "Also: Java RMI and others over Unix sockets, gRPC, Aeron; five pairs of JVMs instead of ten.")
    private boolean peers;

    @Option(names = "--peers-class-path", defaultValue = "", hidden = true)
    private String peersClassPath;

    @Option(names = "--floor-program", required = true, hidden = true)
    private Path floorProgram;

    @Option(names = "--handover-program", required = true, hidden = true)
    private Path handOverProgram;

    @Option(names = "--samples-program", required = true, hidden = true)
    private Path samplesProgram;

    @Mixin
    private Launch launch;

    @Spec
    private CommandSpec spec;

    private BenchMain() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new BenchMain());
    }

    @Override
    public Integer call() throws Exception {
        checkOptions();
        Files.createDirectories(launch.scratch());
        List<String> machine = Machine.lines();
        Plan plan = plan();
        int pairCount = pairs != null ? pairs : plan.pairs();
        Pair.Places places = new Pair.Places(launch.scratch(), floorProgram, peersClassPath);
        PeerSystems peerSystems = new PeerSystems(peers);
        List<WarmUp> warmUps = new ArrayList<>();
        List<PairResults> found = new ArrayList<>();
        for (int i = 1; i <= pairCount; i++) {
            PairResults results = Round.measure(i, plan, places, systems, peerSystems, warmUps);
            found.add(results);
            System.err.println("pair " + i + " of " + pairCount + ": the floor is " + results.floorText());
        }
        System.err.println("numbers of callers ...");
        List<List<Throughput>> throughputs = CallersRun.measure(plan, places, systems, peerSystems, warmUps);
        System.err.println("arrays of different sizes ...");
        List<Transfer> transfers = new SeriesRun(plan, places, warmUps).measure(systems, peerSystems);
        List<String> onAllCpus = peerSystems.runningOnAllCpus();
        List<ColdStart> starts = List.of();
        List<LoadFigure> loads = List.of();
        List<List<FirstCalls>> firstCalls = List.of();
        if (systems.containsAll(List.of(NearcallSubject.NAME, RmiSubject.NAME))) {
            System.err.println("cold starts ...");
            starts = ColdStarts.measure(plan.coldStarts(), onAllCpus, places);
            System.err.println("first calls ...");
            firstCalls = CurveRun.measure(plan.curve(), onAllCpus, places);
            System.err.println("loads ...");
            loads = LoadRun.measure(plan.loads());
        }
        System.err.println("idle servers ...");
        List<String> servers = new ArrayList<>(systems);
        servers.retainAll(List.of(NearcallSubject.NAME, RmiSubject.NAME));
        servers.addAll(onAllCpus);
        Map<String, IdleCost> idle = IdleServers.costs(servers, places);
        Life life = systems.containsAll(List.of(NearcallSubject.NAME, RmiSubject.NAME))
                ? measureLife(plan, places, peerSystems)
                : Life.NONE;
        PeerServer.delete(places.peerDirectory());
        Results results = new Results(found);
        List<String> about = about(machine, plan, results, transfers);
        about.addAll(peerSystems.lines());
        Series series = new Series(
                about,
                WarmUp.merged(warmUps),
                results.curves(),
                transfers,
                Throughput.medians(all(throughputs)),
                life,
                idle,
                starts,
                loads,
                FirstCalls.medians(all(firstCalls)));
        List<Verdict> verdicts = verdicts(results, series, throughputs, new CurveVerdicts(firstCalls));
        List<String> faults = new FloorCheck(results).faults();
        write(results, series, verdicts);
        quotable(plan, results, series, verdicts, faults)
                .writeJson(launch.report().resolve("run.json"));
        // If the floor is not a lower bound, the figures of the run must not be quoted.
        faults.forEach(fault -> System.err.println("fault of the bench: " + fault));
        List<String> missing =
                trial && systems.equals(ALL_SYSTEMS) ? TrialCheck.missing(results.rows(), verdicts) : List.of();
        missing.forEach(each -> System.err.println("missing in the trial: " + each));
        return faults.isEmpty() && missing.isEmpty() ? 0 : 1;
    }

    private Plan plan() {
        if (trial) {
            return Plan.TRIAL;
        }
        if (quick) {
            return Plan.QUICK;
        }
        return peers ? Plan.PEERS : Plan.LONG;
    }

    private Life measureLife(Plan plan, Pair.Places places, PeerSystems peerSystems)
            throws IOException, InterruptedException {
        boolean withDirmi = peerSystems.running().contains(Peer.DIRMI.system());
        return LifeRun.measure(
                plan.life(), plan.warmUp(), handOverProgram, samplesProgram, places, withDirmi, peerSystems::leaveOut);
    }

    private QuotedRun quotable(Plan plan, Results results, Series series, List<Verdict> verdicts, List<String> faults)
            throws IOException {
        int pairCount = results.pairs().size();
        return new QuotedRun(
                ZonedDateTime.now(ZoneOffset.UTC)
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString(),
                launch.commit(),
                launch.isDirty(),
                "bench/run" + arguments(),
                !quick && !trial && systems.equals(ALL_SYSTEMS) && pairCount >= plan.pairs(),
                peers,
                Machine.host(),
                pairCount,
                faults,
                results.rows(),
                verdicts.stream().map(QuotedRun.Target::of).toList(),
                series);
    }

    private List<Verdict> verdicts(
            Results results, Series series, List<List<Throughput>> throughputs, CurveVerdicts firstCalls) {
        CallersVerdicts callers = new CallersVerdicts(throughputs);
        List<Verdict> verdicts = new ArrayList<>();
        verdicts.addAll(new CallVerdicts(results).all());
        verdicts.addAll(new TransferVerdicts(series.transfers()).all());
        verdicts.addAll(callers.all());
        verdicts.addAll(new AllocationVerdicts(results).all());
        verdicts.addAll(new ProcessVerdicts(series.idle(), series.coldStarts()).all());
        verdicts.addAll(new OneCpuVerdicts(results).all());
        verdicts.addAll(firstCalls.all());
        if (!series.loads().isEmpty()) {
            verdicts.addAll(new LoadVerdicts(series.loads()).all());
        }
        if (!series.life().equals(Life.NONE)) {
            verdicts.addAll(new LifeVerdicts(series.life(), peers).all());
        }
        if (peers) {
            verdicts.addAll(new PeerVerdicts(results).all());
            verdicts.addAll(callers.ofPeers());
            verdicts.addAll(firstCalls.ofPeers());
        }
        return verdicts;
    }

    private static <T> List<T> all(List<List<T>> groups) {
        return groups.stream().flatMap(List::stream).toList();
    }

    /** Checks the options before anything is measured. */
    private void checkOptions() {
        if (quick && trial) {
            throw new ParameterException(spec.commandLine(), "--quick and --trial: one of them");
        }
        if (pairs != null && pairs < 1) {
            throw new ParameterException(spec.commandLine(), "--pairs=" + pairs + ": at least 1");
        }
        for (String system : systems) {
            if (!ALL_SYSTEMS.contains(system)) {
                throw new ParameterException(
                        spec.commandLine(), "--systems: " + system + " is none of " + String.join(", ", ALL_SYSTEMS));
            }
        }
    }

    private List<String> about(List<String> machine, Plan plan, Results results, List<Transfer> transfers) {
        List<String> about = launch.head(machine, arguments());
        about.add(String.format(
                Locale.ROOT,
                "runs      %d fresh pairs of JVMs, %d turns each, slices of %d ms; rows are medians over the pairs",
                results.pairs().size(),
                plan.turns(),
                plan.sliceMs()));
        if (trial) {
            about.add("trial     all too short to mean anything: it shows that everything works");
        }
        for (PairResults pair : results.pairs()) {
            about.add("floor     " + results.floorText(pair));
        }
        new FloorCheck(results).marks(transfers).forEach(mark -> about.add("marked    " + mark));
        return about;
    }

    private String arguments() {
        return (peers ? " --peers" : "")
                + (quick ? " --quick" : "")
                + (trial ? " --trial" : "")
                + (pairs != null ? " --pairs " + pairs : "")
                + (systems.equals(ALL_SYSTEMS) ? "" : " --systems " + String.join(",", systems));
    }

    private void write(Results results, Series series, List<Verdict> verdicts) throws IOException {
        Path json = launch.report().resolve("results.json");
        Path page = launch.report().resolve("index.html");
        results.writeJson(json);
        series.writeJson(launch.report().resolve("series.json"));
        List<String> peerWins = peers ? new PeerWins(results, series).sentences() : List.of();
        Files.writeString(page, new Page(results.rows(), series, verdicts, peerWins).html());
        System.out.println();
        series.about().forEach(System.out::println);
        System.out.println();
        System.out.println(Table.of(results.rows()));
        series.idle()
                .forEach((system, cost) -> System.out.printf(
                        Locale.ROOT,
                        "idle over %.0f s: %-14s %.3f %% of a CPU, %.1f wake-ups a second%n",
                        IdleServers.WATCH_MS / 1e3,
                        system,
                        100 * cost.cpuShare(),
                        cost.wakeUpsPerSecond()));
        series.coldStarts().forEach(start -> System.out.println(start.text()));
        LoadTable.lines(series.loads()).forEach(System.out::println);
        LifeTable.lines(series.life()).forEach(System.out::println);
        System.out.println();
        VerdictGroup.lines(verdicts).forEach(System.out::println);
        if (peers) {
            System.out.println("\nwhere something else is better:");
            peerWins.forEach(System.out::println);
        }
        System.out.println();
        System.out.println("written   " + json + ", " + page);
    }
}
