// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import io.nearcall.bench.pair.Pair;
import io.nearcall.bench.peers.Peer;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Places paced orders over one system after the other, each in fresh JVMs. Only one pair is alive at a time. */
final class PacedRun {

    /** Orders a second. */
    static final List<Integer> RATES = List.of(1_000, 100);

    private final LifePlan plan;
    private final Path handOverProgram;
    private final Pair.Places places;
    private final List<String> systems = new ArrayList<>(List.of(NearcallSubject.NAME, RmiSubject.NAME));

    PacedRun(LifePlan plan, Path handOverProgram, Pair.Places places, boolean withDirmi) {
        this.plan = plan;
        this.handOverProgram = handOverProgram;
        this.places = places;
        if (withDirmi) {
            systems.add(Peer.DIRMI.system());
        }
    }

    /**
     * Measures. Blocks.
     *
     * @param leaveOut receives a peer that has failed, and the reason
     */
    List<Paced> measure(List<String> cpus, BiConsumer<String, IOException> leaveOut)
            throws IOException, InterruptedException {
        List<Paced> found = new ArrayList<>();
        for (int perSecond : plan.windows() == 0 ? List.<Integer>of() : RATES) {
            Pace pace = new Pace(perSecond, plan.windows(), plan.windowMs());
            for (Cpus each : List.of(Cpus.ALL, Cpus.bound(cpus))) {
                measure(pace, each, leaveOut, found);
            }
        }
        return found;
    }

    private void measure(Pace pace, Cpus cpus, BiConsumer<String, IOException> leaveOut, List<Paced> found)
            throws IOException, InterruptedException {
        for (String system : List.copyOf(systems)) {
            try (LifePair pair = LifePair.start("paced", List.of(system), cpus, places)) {
                found.add(row(system, pace, cpus, pair.pace(system, pace)));
            } catch (IOException e) {
                if (Peer.of(system).isEmpty()) {
                    throw e;
                }
                leaveOut.accept(system, e);
                systems.remove(system);
            }
        }
        try (HandOverProgram inC = new HandOverProgram(handOverProgram, cpus)) {
            found.add(row(Paced.IN_C, pace, cpus, inC.pace(pace)));
        }
    }

    private static Paced row(String system, Pace pace, Cpus cpus, PacedTimes times) {
        return new Paced(system, pace.perSecond(), cpus.areBound(), pace.windowMs(), times);
    }
}
