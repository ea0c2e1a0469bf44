// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import io.nearcall.bench.load.Neighbours;
import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.pair.Pair;
import io.nearcall.bench.subject.NearcallSubject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lets Nearcall and every way to hand over in C take turns where they share CPUs, in fresh pairs of JVMs. */
final class HandOverRun {

    private static final String OWN = NearcallSubject.NAME;

    private final LifePlan plan;
    private final Path handOverProgram;
    private final Pair.Places places;

    HandOverRun(LifePlan plan, Path handOverProgram, Pair.Places places) {
        this.plan = plan;
        this.handOverProgram = handOverProgram;
        this.places = places;
    }

    /** Returns the hand-over of each pair of JVMs. Blocks. */
    List<HandOver> measure(List<String> allCpus, WarmUp.Patience patience) throws IOException, InterruptedException {
        List<HandOver> found = new ArrayList<>();
        for (HandOverPlace place : HandOverPlace.values()) {
            String cpus = place.cpus(allCpus);
            Cpus shared = Cpus.shared(cpus);
            for (int i = 0; i < plan.handOverPairs(); i++) {
                try (LifePair pair = LifePair.start("handover", List.of(OWN), shared, places);
                        HandOverProgram inC = new HandOverProgram(handOverProgram, shared)) {
                    pair.warm(OWN, patience);
                    Neighbours computing = Neighbours.on(place.hasComputing() ? List.of(cpus) : List.of());
                    try {
                        found.add(new HandOver(place, turns(pair, inC)));
                    } finally {
                        computing.close();
                    }
                }
            }
        }
        return found;
    }

    private Map<String, List<Double>> turns(LifePair pair, HandOverProgram inC)
            throws IOException, InterruptedException {
        // Not counted: the scheduler first learns which threads compute.
        pair.addP50Ns(OWN, plan.handOverMs());
        Map<String, List<Double>> turns = new LinkedHashMap<>();
        for (int turn = 0; turn < plan.handOverTurns(); turn++) {
            add(turns, OWN, pair.addP50Ns(OWN, plan.handOverMs()));
            for (HandOverWay way : HandOverWay.values()) {
                add(turns, way.label(), inC.addP50Ns(way, plan.handOverMs()));
            }
        }
        return turns;
    }

    private static void add(Map<String, List<Double>> turns, String system, double p50Ns) {
        turns.computeIfAbsent(system, unused -> new ArrayList<>()).add(p50Ns);
    }
}
