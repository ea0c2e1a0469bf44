// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The calls before those that count. Slices follow each other until two in a row differ by less than 3 %, or the
 * patience is over.
 *
 * @param what what was called, in words
 * @param calls the number of calls; the median if there were several warm-ups
 * @param warmUps the number of warm-ups of that system and kind of call, each in fresh JVMs
 * @param unsettled how many of them ended because the patience was over
 */
public record WarmUp(String system, String what, long calls, int warmUps, int unsettled) {

    private static final double SETTLED = 0.03;
    private static final int SHARE_OF_SEVERAL_CALLERS = 10;

    /** How long a slice takes, and how long all slices may take. */
    public record Patience(long sliceMs, long longestMs) {

        /** Returns one word of a command. */
        public String word() {
            return sliceMs + "/" + longestMs;
        }

        public static Patience of(String word) {
            String[] both = word.split("/");
            return new Patience(Long.parseLong(both[0]), Long.parseLong(both[1]));
        }

        /** Returns the same patience with shorter slices. */
        public Patience ofSlicesDividedBy(int share) {
            return new Patience(Math.max(1, sliceMs / share), longestMs);
        }

        /**
         * Returns the patience for several callers. The code that they call is already compiled, and slices of more
         * threads than CPUs always differ by more than 3 %.
         */
        public Patience ofSeveralCallers() {
            return new Patience(sliceMs, longestMs / SHARE_OF_SEVERAL_CALLERS);
        }
    }

    /** Makes calls for that long and adds them to the samples. */
    @FunctionalInterface
    public interface Slice {
        void make(long durationNs, Samples into) throws Exception;
    }

    /** Makes the calls. Blocks. */
    public static WarmUp of(String system, String what, Patience patience, Slice slice) throws Exception {
        long startNs = System.nanoTime();
        long calls = 0;
        double before = Double.NaN;
        while (true) {
            Samples samples = new Samples();
            slice.make(patience.sliceMs * 1_000_000, samples);
            calls += samples.calls();
            double now = samples.p50Ns();
            if (Math.abs(now - before) < SETTLED * before) {
                return new WarmUp(system, what, calls, 1, 0);
            }
            if (System.nanoTime() - startNs >= patience.longestMs * 1_000_000) {
                return new WarmUp(system, what, calls, 1, 1);
            }
            before = now;
        }
    }

    /** Returns a warm-up for each system and kind of call, in the order of their first appearance. */
    public static List<WarmUp> merged(List<WarmUp> all) {
        Map<List<String>, List<WarmUp>> alike = new LinkedHashMap<>();
        for (WarmUp each : all) {
            alike.computeIfAbsent(List.of(each.system, each.what), unused -> new ArrayList<>())
                    .add(each);
        }
        return alike.values().stream().map(WarmUp::mergedOf).toList();
    }

    private static WarmUp mergedOf(List<WarmUp> alike) {
        return new WarmUp(
                alike.get(0).system,
                alike.get(0).what,
                Math.round(Median.lower(
                        alike.stream().map(each -> (double) each.calls).toList())),
                alike.stream().mapToInt(WarmUp::warmUps).sum(),
                alike.stream().mapToInt(WarmUp::unsettled).sum());
    }
}
