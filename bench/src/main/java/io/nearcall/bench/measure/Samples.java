// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Times of calls. Used by one thread.
 *
 * <p>Reading the clock costs about 24 ns here, a fifth of the shortest call. Neither adding nor subtracting this cost
 * is right, because what the processor overlaps with it depends on the call. So short calls are timed in batches, which
 * take one reading for all, and between two batches one call is timed alone. <em>The median is that of the
 * batches</em>, divided by their length. An average of 16 calls shows the usual call and hides the rare slow one.
 * <em>The 99th and 99.9th percentiles are those of the single calls</em>, which hide nothing and include one reading of
 * the clock. Calls of some microseconds are a batch of one, and then both are the same samples. Floor, C floor and call
 * are all timed in this way.
 *
 * <p>The load is closed: a caller makes its next call when it has the last one's answer, so these are service times. A
 * stall delays the calls behind it and is counted once (coordinated omission). Nothing is corrected for that, because
 * no rate of arrival is claimed.
 */
public final class Samples {

    private static final long HIGHEST_NS = 100_000_000_000L;
    private static final int DIGITS = 3;
    private static final double[] CURVE = {
        10, 25, 50, 60, 70, 75, 80, 85, 90, 92.5, 95, 96, 97, 98, 98.5, 99, 99.25, 99.5, 99.7, 99.8, 99.9, 99.95, 99.97,
        99.99
    };

    private final Histogram batches = new Histogram(HIGHEST_NS, DIGITS);
    private final Histogram singles = new Histogram(HIGHEST_NS, DIGITS);
    private int callsPerBatch = 1;
    private long calls;
    private long busyNs;

    /** Adds a batch of {@code callsPerBatch} calls. All batches have the same number. */
    public void addBatch(long durationNs, int callsPerBatch) {
        if (callsPerBatch == 1) {
            addSingle(durationNs);
            return;
        }
        this.callsPerBatch = callsPerBatch;
        batches.recordValue(Math.min(durationNs, HIGHEST_NS));
        calls += callsPerBatch;
        busyNs += durationNs;
    }

    public void addSingle(long durationNs) {
        singles.recordValue(Math.min(durationNs, HIGHEST_NS));
        calls++;
        busyNs += durationNs;
    }

    public void add(Samples other) {
        if (other.callsPerBatch > 1) {
            callsPerBatch = other.callsPerBatch;
            batches.add(other.batches);
        }
        singles.add(other.singles);
        calls += other.calls;
        busyNs += other.busyNs;
    }

    public long calls() {
        return calls;
    }

    public double p50Ns() {
        return callsPerBatch > 1
                ? batches.getValueAtPercentile(50) / (double) callsPerBatch
                : singles.getValueAtPercentile(50);
    }

    /** Returns a percentile of single calls; null if fewer than ten calls are beyond it, which could be stray ones. */
    public Double percentileNs(double percentile) {
        double beyond = singles.getTotalCount() * (100 - percentile) / 100;
        return beyond < 10 ? null : (double) singles.getValueAtPercentile(percentile);
    }

    /** Returns single calls, all from one distribution, up to the last percentile that {@link #percentileNs} gives. */
    public List<Quantile> curve() {
        List<Quantile> curve = new ArrayList<>();
        for (double percentile : CURVE) {
            Double ns = percentileNs(percentile);
            if (ns != null) {
                curve.add(new Quantile(percentile, ns));
            }
        }
        return curve;
    }

    /** Returns the shortest of the single calls. */
    public double shortestNs() {
        return singles.getMinValue();
    }

    /** Returns the longest of the single calls. */
    public double longestNs() {
        return singles.getMaxValue();
    }

    public double meanNs() {
        return calls == 0 ? Double.NaN : (double) busyNs / calls;
    }
}
