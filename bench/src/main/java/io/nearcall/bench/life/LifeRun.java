// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.pair.Pair;
import io.nearcall.bench.report.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;

/** Makes all measurements of this package. */
public final class LifeRun {

    private LifeRun() {}

    /**
     * Measures. Does nothing on a machine with one CPU, which has no two places to compare. Blocks.
     *
     * @param patience for the warm-up before a hand-over; nothing else is warmed up
     * @param handOverProgram compiled from {@code handover.c}
     * @param samplesProgram {@code samples/run}
     * @param leaveOut receives a peer that has failed, and the reason
     */
    public static Life measure(
            LifePlan plan,
            WarmUp.Patience patience,
            Path handOverProgram,
            Path samplesProgram,
            Pair.Places places,
            boolean withDirmi,
            BiConsumer<String, IOException> leaveOut)
            throws IOException, InterruptedException {
        List<String> cpus = Machine.cpus();
        if (cpus.size() < 2) {
            System.err.println("paced calls, slices from a cold start and the hand-over need two CPUs: left out");
            return Life.NONE;
        }
        System.err.println("slices from a cold start ...");
        List<ColdSlices> slices = ColdSlicesRun.measure(plan, places);
        System.err.println("hand-over ...");
        List<HandOver> handOvers = new HandOverRun(plan, handOverProgram, places).measure(cpus, patience);
        System.err.println("paced calls ...");
        List<Paced> paced = new PacedRun(plan, handOverProgram, places, withDirmi).measure(cpus, leaveOut);
        System.err.println("samples/run from-rmi ...");
        return new Life(paced, slices, handOvers, RmiSample.measure(plan.rmiSamples(), samplesProgram));
    }
}
