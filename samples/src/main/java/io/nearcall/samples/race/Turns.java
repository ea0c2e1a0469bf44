// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.race;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Does several things in turn, and says how long each takes: a machine that is busy for a while is so for all of them. */
public final class Turns {

    private final int warmUpRounds;
    private final int rounds;
    private final long sliceNs;
    private final List<Contestant> contestants = new ArrayList<>();

    /**
     * @param rounds those that count
     * @param sliceNs how long each has its turn, in each round
     */
    public Turns(int warmUpRounds, int rounds, long sliceNs) {
        this.warmUpRounds = warmUpRounds;
        this.rounds = rounds;
        this.sliceNs = sliceNs;
    }

    /** What is done. */
    @FunctionalInterface
    public interface Work {
        /** Does it once; {@code number} counts up from 0 in each turn. */
        void run(int number) throws Exception;
    }

    /** One of those who take turns, and how long his work took. */
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

    /** Takes as long as all turns together. */
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
