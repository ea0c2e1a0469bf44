// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import io.nearcall.bench.pair.Pair;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets RMI and Nearcall take turns from the first call of two fresh JVMs on. The JIT is as busy as in a new process.
 */
final class ColdSlicesRun {

    private ColdSlicesRun() {}

    /** Returns the slices of each pair of JVMs. Blocks. */
    static List<ColdSlices> measure(LifePlan plan, Pair.Places places) throws IOException, InterruptedException {
        List<ColdSlices> found = new ArrayList<>();
        List<String> systems = List.of(NearcallSubject.NAME, RmiSubject.NAME);
        for (int i = 0; i < plan.coldStarts(); i++) {
            try (LifePair pair = LifePair.start("slices", systems, Cpus.ALL, places)) {
                found.add(slices(plan, pair));
            }
        }
        return found;
    }

    private static ColdSlices slices(LifePlan plan, LifePair pair) throws IOException, InterruptedException {
        List<Double> rmi = new ArrayList<>();
        List<Double> nearcall = new ArrayList<>();
        for (int round = 0; round < plan.rounds(); round++) {
            rmi.add(pair.addP50Ns(RmiSubject.NAME, plan.sliceMs()));
            nearcall.add(pair.addP50Ns(NearcallSubject.NAME, plan.sliceMs()));
        }
        return new ColdSlices(rmi, nearcall);
    }
}
