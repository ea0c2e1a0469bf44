// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers;

import com.google.gson.Gson;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.JvmFlags;
import io.nearcall.bench.papers.mechanism.Mechanism;
import io.nearcall.bench.papers.mechanism.Mechanism.Way;
import io.nearcall.bench.papers.mechanism.Shape;
import io.nearcall.bench.papers.published.Wells2009;
import io.nearcall.bench.papers.trips.Burst;
import io.nearcall.bench.papers.trips.FileTimes;
import io.nearcall.bench.papers.trips.KernelTrips;
import io.nearcall.bench.papers.trips.Placement;
import io.nearcall.bench.papers.trips.Round;
import io.nearcall.bench.papers.trips.Rounds;
import io.nearcall.bench.papers.trips.TripPair;
import io.nearcall.bench.papers.windows.WindowsFindings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Repeats the measurements of the papers. Round trips of every mechanism run beside loopback sockets, with both JVMs on
 * one CPU and, if there are two CPUs, each JVM on its own. Also measures files by java.io and java.nio, and requests
 * and replies of unequal length.
 */
public final class PapersRun {

    /** Flags that cost no time at the start, because the measurement begins at once. */
    private static final List<String> FRESH_FLAGS = List.of("-Xmx128m", "--enable-native-access=ALL-UNNAMED");

    private static final List<Mechanism> LASTING = Mechanism.where(each -> each.way() != Way.ONCE);
    private static final List<Mechanism> PUBLISHED =
            Mechanism.where(each -> each.way() != Way.ONCE && each.way() != Way.CALL);
    private static final List<Mechanism> UNEVEN =
            Mechanism.where(each -> List.of(Way.NIO, Way.CALL, Way.ONCE).contains(each.way()));

    private static final String UNEVEN_SETTING = ", unequal lengths";
    private static final int MIB = 1 << 20;
    private static final int TRIPS_OF_LARGE = 3;
    private static final int ROUNDS_AT_LEAST = 1;
    private static final long FILES_TIMEOUT_S = 120;

    private final PapersPlan plan;
    private final Path scratch;
    private final Path kernelProgram;
    private final Placement oneCpu;
    private final Optional<Placement> twoCpus;

    /**
     * @param kernelProgram compiled from {@code mechanisms.c}
     * @param cpus the CPUs that may be used
     */
    public PapersRun(PapersPlan plan, Path scratch, Path kernelProgram, List<String> cpus) {
        this.plan = plan;
        this.scratch = scratch;
        this.kernelProgram = kernelProgram;
        this.oneCpu = Placement.oneCpu(cpus.get(0));
        this.twoCpus = cpus.size() < 2 ? Optional.empty() : Optional.of(Placement.twoCpus(cpus.get(0), cpus.get(1)));
    }

    /**
     * Measures. Blocks for minutes.
     *
     * @param windows was measured before, and becomes a part of the findings
     */
    public Findings measure(WindowsFindings windows) throws IOException, InterruptedException {
        Rounds one = new Rounds(oneCpu.name(), Burst::medianNs);
        Rounds two = new Rounds(twoCpus.map(Placement::name).orElse("two CPUs"), Burst::medianNs);
        for (int pair = 1; pair <= plan.pairs(); pair++) {
            System.err.println("round trips, pair " + pair + " of " + plan.pairs() + " ...");
            try (KernelTrips kernel = new KernelTrips(kernelProgram, oneCpu.clientCpus())) {
                measureTrips(pair, oneCpu, Optional.of(kernel), one);
            }
            if (twoCpus.isPresent()) {
                measureTrips(pair, twoCpus.get(), Optional.empty(), two);
            }
        }
        System.err.println("the first round trips of fresh JVMs ...");
        Rounds fresh = new Rounds(oneCpu.name() + ", fresh JVMs", Burst::meanNs);
        for (int i = 0; i < plan.freshPairs(); i++) {
            measureFresh(fresh);
        }
        System.err.println("files ...");
        Rounds files = new Rounds("files", Burst::medianNs);
        measureFiles(files);
        System.err.println("requests and replies of unequal length ...");
        Rounds unevenOne = new Rounds(oneCpu.name() + UNEVEN_SETTING, Burst::medianNs);
        measureUneven(oneCpu, unevenOne);
        Rounds unevenTwo = new Rounds(two.setting() + UNEVEN_SETTING, Burst::medianNs);
        if (twoCpus.isPresent()) {
            measureUneven(twoCpus.get(), unevenTwo);
        }
        return new Findings(plan, one, two, fresh, files, unevenOne, unevenTwo, windows);
    }

    private void measureTrips(int number, Placement placement, Optional<KernelTrips> kernel, Rounds into)
            throws IOException, InterruptedException {
        List<Shape> shapes = evenShapes();
        into.nextPair();
        try (TripPair pair =
                TripPair.start(number + ", " + placement.name(), LASTING, placement, JvmFlags.ALL, scratch)) {
            pair.round(new Round(LASTING, shapes, plan.warmMs(), plan.trips()));
            long startNs = System.nanoTime();
            for (int i = 0; i < plan.rounds() && hasTime(i, startNs); i++) {
                List<Shape> turned = Round.turned(shapes, i);
                List<Burst> bursts =
                        new ArrayList<>(pair.round(new Round(Round.turned(LASTING, i), turned, 0, plan.trips())));
                if (kernel.isPresent()) {
                    bursts.addAll(kernel.get().round(turned, plan.trips()));
                }
                into.add(bursts);
            }
        }
    }

    /** Measures as the papers did: each mechanism has a program that goes through all lengths as soon as it starts. */
    private void measureFresh(Rounds into) throws IOException, InterruptedException {
        List<Burst> bursts = new ArrayList<>();
        for (Mechanism each : PUBLISHED) {
            List<Mechanism> alone = List.of(each);
            try (TripPair pair = TripPair.start("fresh", alone, oneCpu, FRESH_FLAGS, scratch)) {
                bursts.addAll(pair.round(new Round(alone, evenShapes(), 0, plan.trips())));
            }
        }
        into.nextPair();
        into.add(bursts);
    }

    private void measureFiles(Rounds into) throws IOException, InterruptedException {
        try (Child child =
                Child.start("files", oneCpu.clientCpus(), JvmFlags.ALL, FileTimes.class, List.of(scratch.toString()))) {
            into.nextPair();
            for (int i = 0; i < plan.rounds(); i++) {
                Round round = new Round(List.of(), Round.turned(steps(), i), i == 0 ? plan.warmMs() : 0, plan.trips());
                into.add(List.of(child.ask(new Gson().toJson(round), Burst[].class, FILES_TIMEOUT_S)));
            }
        }
    }

    private void measureUneven(Placement placement, Rounds into) throws IOException, InterruptedException {
        List<Shape> small = uneven(false);
        List<Shape> large = uneven(true);
        into.nextPair();
        String name = "unequal, " + placement.name();
        List<String> flags = large.isEmpty() ? JvmFlags.ALL : JvmFlags.LARGE;
        try (TripPair pair = TripPair.start(name, UNEVEN, placement, flags, scratch)) {
            pair.round(new Round(UNEVEN, small, plan.warmMs(), plan.trips()));
            long startNs = System.nanoTime();
            for (int i = 0; i < plan.kumonRounds() && hasTime(i, startNs); i++) {
                into.add(pair.round(new Round(Round.turned(UNEVEN, i), Round.turned(small, i), 0, plan.trips())));
            }
            if (!large.isEmpty()) {
                into.add(pair.round(new Round(UNEVEN, large, 0, TRIPS_OF_LARGE)));
            }
        }
    }

    /** Returns whether the limit allows one more round. A few rounds are made in any case. */
    private boolean hasTime(int rounds, long startNs) {
        return rounds < ROUNDS_AT_LEAST || System.nanoTime() - startNs < plan.limitS() * 1e9;
    }

    private List<Shape> uneven(boolean large) {
        return plan.kumon().stream()
                .filter(row -> large == row.requestBytes() > MIB)
                .map(row -> Shape.uneven(row.requestBytes(), row.replyBytes()))
                .toList();
    }

    private static List<Shape> wells() {
        return Stream.concat(Stream.of(Shape.LONG), Wells2009.BYTES.stream().map(Shape::even))
                .toList();
    }

    private List<Shape> evenShapes() {
        return Stream.concat(wells().stream(), steps().stream()).toList();
    }

    private List<Shape> steps() {
        return plan.stepsBytes().stream().map(Shape::even).toList();
    }
}
