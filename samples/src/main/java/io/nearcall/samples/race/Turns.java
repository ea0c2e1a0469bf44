// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.race;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Measures several contestants in turn, so a machine that is busy for a while is busy for all of them. */
public final class Turns {

    private final int warmUpRounds;
    private final int rounds;
    private final long sliceNs;
    private final List<Contestant> contestants = new ArrayList<>();

    /**
     * @param rounds the rounds that count; the warm-up rounds do not
     * @param sliceNs how long each contestant runs in each round
     */
    public Turns(int warmUpRounds, int rounds, long sliceNs) {
        this.warmUpRounds = warmUpRounds;
        this.rounds = rounds;
        this.sliceNs = sliceNs;
    }

    /** The work that a contestant repeats. */
    @FunctionalInterface
    public interface Work {
        /** Does the work once. {@code number} counts up from 0 in each turn. */
        void run(int number) throws Exception;
    }

    /** One contestant, and how long its work took. */
    public static final class Contestant {
        private final Work work;
        private final Histogram ns = new Histogram(3);

        private Contestant(Work work) {
            this.work = work;
        }

        public double medianUs() {
            return us(50);
        }

        public double us(double percentile) {
            return ns.getValueAtPercentile(percentile) / 1e3;
        }

        private void take(long sliceNs) throws Exception {
            int number = 0;
            long endNs = System.nanoTime() + sliceNs;
            for (long beforeNs = System.nanoTime(); beforeNs - endNs < 0; beforeNs = System.nanoTime()) {
                work.run(number++);
                ns.recordValue(System.nanoTime() - beforeNs);
            }
        }
    }

    public Contestant add(Work work) {
        Contestant contestant = new Contestant(work);
        contestants.add(contestant);
        return contestant;
    }

    /** Runs all turns, one after the other, and returns after the last. */
    public void run() throws Exception {
        for (int round = -warmUpRounds; round < rounds; round++) {
            if (round == 0) {
                contestants.forEach(contestant -> contestant.ns.reset());
            }
            for (Contestant contestant : contestants) {
                contestant.take(sliceNs);
            }
        }
    }
}
