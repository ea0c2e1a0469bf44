// SPDX-License-Identifier: Apache-2.0
package io.nearcall.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.nearcall.internal.statistics.Durations;
import io.nearcall.internal.statistics.PageView;
import io.nearcall.internal.statistics.StatusCode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * The figures of one method, and its meters. Methods of the same name share them. One thread at a time updates this
 * object; meters read it on any thread.
 */
final class MethodMeters {

    private static final double[] PERCENTILES = {0.5, 0.9, 0.99, 0.999};

    /** Percentiles cover the calls of the last one to two periods. */
    private static final long PERIOD_NS = TimeUnit.MINUTES.toNanos(1);

    private final boolean served;
    private final Tags tags;
    private final Runnable look;
    private final TimeEstimate estimate = new TimeEstimate();
    private final Map<String, FailureCount> failures = new LinkedHashMap<>();
    private volatile boolean ended;
    private volatile long calls;
    private volatile double totalNs;
    private volatile MethodFigures latest = MethodFigures.NONE;
    private volatile Durations recent = Durations.NONE;
    private Durations periodStart = Durations.NONE;
    private Durations nextStart = Durations.NONE;
    private long periodNs;
    private long withoutType; // the value at the previous look

    /** Failures of one class. */
    private final class FailureCount {
        private volatile long count;

        double count() {
            look.run();
            return count;
        }
    }

    /**
     * Creates the figures of a method that has just been found.
     *
     * @param method what the figures belong to
     * @param look runs before a value is read, and updates this object
     */
    MethodMeters(MethodFigures.Key method, Tags common, Runnable look, long nowNs) {
        this.served = method.served();
        this.tags = common.and(Names.ofMethod(method.method(), method.server()));
        this.look = look;
        this.periodNs = nowNs;
    }

    private long calls() {
        look.run();
        return calls;
    }

    private double totalNs() {
        look.run();
        return totalNs;
    }

    private double percentileNs(double part) {
        look.run();
        Durations timed = recent;
        return timed.count() == 0 ? Double.NaN : timed.quantileNs(part);
    }

    /** Makes the meters of durations, which do not depend on how calls fail. */
    void bindDurations(MeterRegistry registry, Consumer<Meter> made) {
        made.accept(FunctionTimer.builder(
                        Names.duration(served), this, MethodMeters::calls, MethodMeters::totalNs, TimeUnit.NANOSECONDS)
                .description("Calls, and how long they took, estimated from those that were timed")
                .tags(tags)
                .register(registry));
        for (double percentile : PERCENTILES) {
            made.accept(TimeGauge.builder(
                            Names.percentile(served), this, TimeUnit.NANOSECONDS, it -> it.percentileNs(percentile))
                    .description("Percentile of the durations of the timed calls of the last two minutes")
                    .tags(tags.and(Names.PERCENTILE_TAG, Double.toString(percentile)))
                    .register(registry));
        }
    }

    /** Makes the meters of calls in flight, bytes and waits. */
    void bindTraffic(MeterRegistry registry, Consumer<Meter> made) {
        Tags sided = tags.and(Names.SIDE_TAG, Names.side(served));
        made.accept(Gauge.builder(Names.IN_FLIGHT, this, MethodMeters::inFlight)
                .description("Calls that have begun and not ended")
                .tags(sided)
                .register(registry));
        made.accept(bytes("in", MethodFigures::bytesIn, sided, registry));
        made.accept(bytes("out", MethodFigures::bytesOut, sided, registry));
        made.accept(waits("spin", PageView.Waits::spun, sided, registry));
        made.accept(waits("yield", PageView.Waits::yielded, sided, registry));
        made.accept(waits("sleep", PageView.Waits::slept, sided, registry));
    }

    private FunctionCounter bytes(
            String direction, ToLongFunction<MethodFigures> count, Tags sided, MeterRegistry registry) {
        return FunctionCounter.builder(Names.BYTES, this, it -> count.applyAsLong(it.latest()))
                .description("Bytes of calls and answers")
                .baseUnit(BaseUnits.BYTES)
                .tags(sided.and(Names.DIRECTION_TAG, direction))
                .register(registry);
    }

    private FunctionCounter waits(
            String how, ToLongFunction<PageView.Waits> count, Tags sided, MeterRegistry registry) {
        return FunctionCounter.builder(
                        Names.WAITS, this, it -> count.applyAsLong(it.latest().waits()))
                .description("Waits for frames that were not brief, by how they ended")
                .tags(sided.and(Names.HOW_TAG, how))
                .register(registry);
    }

    private long inFlight() {
        long inFlight = latest().inFlight();
        return ended ? 0 : inFlight;
    }

    private MethodFigures latest() {
        look.run();
        return latest;
    }

    /** Called when the endpoint has been closed: no call is in flight any more, and none was recent. */
    void ended() {
        ended = true;
        recent = Durations.NONE;
    }

    /** Makes the meters of all failures that are known. */
    void bindFailures(MeterRegistry registry, Consumer<Meter> made) {
        failures.forEach((type, count) -> made.accept(counter(type, count).register(registry)));
    }

    private FunctionCounter.Builder<FailureCount> counter(String type, FailureCount failure) {
        return FunctionCounter.builder(Names.FAILED_CALLS, failure, FailureCount::count)
                .description("Calls that have failed")
                .tags(tags.and(
                        Names.SIDE_TAG,
                        Names.side(served),
                        Names.ERROR_TAG,
                        type,
                        Names.STATUS_TAG,
                        type.equals(Names.OTHER) ? Names.OTHER : StatusCode.of(type)));
    }

    /** Takes the counts so far. Returns whether a class of failures has appeared that has no meter yet. */
    boolean update(MethodFigures figures, long nowNs) {
        if (nowNs - periodNs >= PERIOD_NS) {
            periodStart = nextStart;
            nextStart = figures.durations();
            periodNs = nowNs;
        }
        Durations durations = figures.durations();
        recent = durations.since(periodStart);
        latest = figures;
        ended = false;
        estimate.update(figures.calls(), durations.count(), durations.sumNs());
        totalNs = estimate.totalNs();
        calls = Math.max(calls, figures.calls());
        return updateFailures(figures);
    }

    private boolean updateFailures(MethodFigures figures) {
        int known = failures.size();
        long rest = figures.failures();
        for (Map.Entry<String, Long> failure : figures.failuresByType().entrySet()) {
            count(failure.getKey(), failure.getValue());
            rest -= failure.getValue();
        }
        // A failure may be counted before its class is on the page. The class is there at the next look.
        if (Math.min(rest, withoutType) > 0) {
            count(Names.OTHER, Math.min(rest, withoutType));
        }
        withoutType = rest;
        return failures.size() > known;
    }

    private void count(String type, long count) {
        FailureCount failure = failures.computeIfAbsent(type, any -> new FailureCount());
        failure.count = Math.max(failure.count, count);
    }
}
