// SPDX-License-Identifier: Apache-2.0
package io.nearcall.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.nearcall.Endpoint;
import io.nearcall.internal.connection.OwnObjects;
import io.nearcall.internal.statistics.PageView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Shows the statistics of an endpoint as meters. They add no cost to a call: the meters read the statistics when a
 * registry asks for their values. Thread-safe.
 *
 * <pre>{@code
 * new NearcallMetrics(endpoint).bindTo(registry);
 * }</pre>
 *
 * <p>The meters of a method appear at the first reading after the endpoint has exported or called its interface. An
 * endpoint without statistics, such as one without the native library, has only {@code nearcall.endpoint.open}.
 */
public final class NearcallMetrics implements MeterBinder, AutoCloseable {

    /*
     * Methods, failures and channels appear while the endpoint runs. A look at the statistics page finds them and makes
     * their meters. The meters themselves look when they are read, so no thread is needed. All meters of one collection
     * share a look.
     *
     * Registries refer weakly to the objects behind timers and counters. They refer strongly to the objects behind
     * gauges, because the gauges are built that way. The gauge nearcall.endpoint.open always exists and keeps this
     * object, which keeps the rest.
     */

    private static final long FRESH_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Endpoint endpoint;
    private final Tags tags;
    private final boolean durations;
    private final ReentrantLock looking = new ReentrantLock();
    private final List<Bound> bound = new ArrayList<>();
    private final Map<MethodFigures.Key, MethodMeters> methods = new HashMap<>();
    private final Map<ConnectionKind, ConnectionFigures> connections = new ConcurrentHashMap<>();
    private final Map<LaneKind, Integer> lanes = new ConcurrentHashMap<>();
    private final Map<Refusal, Long> refusals = new ConcurrentHashMap<>();
    private volatile long lookedNs;

    /** A registry, and the meters that have been made there. */
    private record Bound(MeterRegistry registry, Set<Meter> meters) {}

    private record ConnectionKind(boolean accepted, String channel) {}

    /** The sums of all connections of a kind. */
    private record ConnectionFigures(int connections, int exported, int imported, int streams) {
        private static final ConnectionFigures NONE = new ConnectionFigures(0, 0, 0, 0);

        ConnectionFigures plus(PageView.Connection other) {
            return new ConnectionFigures(
                    connections + 1,
                    exported + other.exported(),
                    imported + other.imported(),
                    streams + other.streams());
        }
    }

    private record Refusal(boolean byServer, String reason) {}

    private record LaneKind(boolean served, String channel, String state) {}

    /** Creates the meters of an endpoint. The endpoint stays open when the meters are closed. */
    public NearcallMetrics(Endpoint endpoint) {
        this(endpoint, Tags.empty());
    }

    /** Creates the meters of an endpoint with these tags. Two endpoints in one registry need different tags. */
    public NearcallMetrics(Endpoint endpoint, Iterable<Tag> tags) {
        this(endpoint, tags, true);
    }

    private NearcallMetrics(Endpoint endpoint, Iterable<Tag> tags, boolean durations) {
        this.endpoint = Objects.requireNonNull(endpoint, "endpoint");
        this.tags = Tags.of(tags);
        this.durations = durations;
    }

    /**
     * Creates the meters of an endpoint without durations. Meant for an endpoint with {@link CallTimers}, whose meters
     * have the same names.
     */
    public static NearcallMetrics withoutDurations(Endpoint endpoint, Iterable<Tag> tags) {
        return new NearcallMetrics(endpoint, tags, false);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        looking.lock();
        try {
            look();
            Bound added = new Bound(registry, new LinkedHashSet<>());
            bound.add(added);
            added.meters.add(Gauge.builder(Names.OPEN, this, NearcallMetrics::open)
                    .description("1 while the endpoint is open, 0 after its end")
                    .tags(tags)
                    .strongReference(true)
                    .register(registry));
            connections.keySet().forEach(kind -> bind(kind, added));
            lanes.keySet().forEach(kind -> bind(kind, added));
            refusals.keySet().forEach(refusal -> bind(refusal, added));
            for (MethodMeters method : methods.values()) {
                if (durations) {
                    method.bindDurations(registry, added.meters::add);
                }
                method.bindTraffic(registry, added.meters::add);
                method.bindFailures(registry, added.meters::add);
            }
        } finally {
            looking.unlock();
        }
    }

    private double open() {
        lookAgain();
        return endpoint.isClosed() ? 0 : 1;
    }

    private ConnectionFigures figures(ConnectionKind kind) {
        lookAgain();
        return connections.getOrDefault(kind, ConnectionFigures.NONE);
    }

    private int count(LaneKind kind) {
        lookAgain();
        return lanes.getOrDefault(kind, 0);
    }

    private double count(Refusal refusal) {
        lookAgain();
        return refusals.getOrDefault(refusal, 0L);
    }

    private void bind(ConnectionKind kind, Bound to) {
        Tags ofKind = tags.and(Names.SIDE_TAG, Names.side(kind.accepted), Names.CHANNEL_TAG, kind.channel);
        to.meters.add(Gauge.builder(Names.CONNECTIONS, this, it -> it.figures(kind).connections)
                .description("Connections, by the side that made them")
                .tags(ofKind)
                .register(to.registry));
        to.meters.add(Gauge.builder(Names.REFERENCES, this, it -> it.figures(kind).exported)
                .description("Remote objects that one side has and the other refers to")
                .tags(ofKind.and(Names.DIRECTION_TAG, "exported"))
                .register(to.registry));
        to.meters.add(Gauge.builder(Names.REFERENCES, this, it -> it.figures(kind).imported)
                .description("Remote objects that one side has and the other refers to")
                .tags(ofKind.and(Names.DIRECTION_TAG, "imported"))
                .register(to.registry));
        to.meters.add(Gauge.builder(Names.STREAMS, this, it -> it.figures(kind).streams)
                .description("Streams, iterators and subscriptions that peers have not closed")
                .tags(ofKind)
                .register(to.registry));
    }

    private void bind(LaneKind kind, Bound to) {
        to.meters.add(Gauge.builder(Names.LANES, this, it -> it.count(kind))
                .description("Lanes for calls that wait for their answer")
                .tags(tags.and(
                        Names.SIDE_TAG,
                        Names.side(kind.served),
                        Names.CHANNEL_TAG,
                        kind.channel,
                        Names.STATE_TAG,
                        kind.state))
                .register(to.registry));
    }

    private void bind(Refusal refusal, Bound to) {
        to.meters.add(FunctionCounter.builder(Names.REFUSED, this, it -> it.count(refusal))
                .description("Calls and connections that were refused")
                .tags(tags.and(Names.SIDE_TAG, Names.side(refusal.byServer), Names.REASON_TAG, refusal.reason))
                .register(to.registry));
    }

    /**
     * Looks, unless another thread has just looked or is looking now. A registry may ask for values on several threads.
     */
    private void lookAgain() {
        if (System.nanoTime() - lookedNs >= FRESH_NS && looking.tryLock()) {
            try {
                look();
            } finally {
                looking.unlock();
            }
        }
    }

    private void look() {
        long nowNs = System.nanoTime();
        lookedNs = nowNs; // set first, because a registry may read a meter while it is being made
        PageView page = OwnObjects.of(endpoint).statistics();
        if (page != null || !lanes.isEmpty()) {
            updateLanes(OwnObjects.of(endpoint).lanes());
        }
        updateConnections(page == null ? List.of() : page.connections());
        if (page != null) {
            updateRefusals(page.refusals());
            MethodFigures.of(page).forEach((key, figures) -> update(key, figures, nowNs));
        } else {
            methods.values().forEach(MethodMeters::ended);
        }
    }

    private void updateConnections(List<PageView.Connection> now) {
        Map<ConnectionKind, ConnectionFigures> sums = new HashMap<>();
        for (PageView.Connection each : now) {
            ConnectionKind kind = new ConnectionKind(!each.initiator(), each.channel());
            sums.put(kind, sums.getOrDefault(kind, ConnectionFigures.NONE).plus(each));
        }
        connections.replaceAll((kind, before) -> sums.getOrDefault(kind, ConnectionFigures.NONE));
        sums.forEach((kind, sum) -> {
            if (connections.put(kind, sum) == null) {
                bound.forEach(to -> bind(kind, to));
            }
        });
    }

    private void updateLanes(List<OwnObjects.Lanes> now) {
        Map<LaneKind, Integer> sums = new HashMap<>();
        for (OwnObjects.Lanes each : now) {
            sums.merge(new LaneKind(each.served(), each.channel(), "idle"), each.idle(), Integer::sum);
            sums.merge(new LaneKind(each.served(), each.channel(), "busy"), each.busy(), Integer::sum);
            if (!each.served()) {
                sums.merge(new LaneKind(false, each.channel(), "draining"), each.draining(), Integer::sum);
            }
        }
        lanes.replaceAll((kind, before) -> sums.getOrDefault(kind, 0));
        sums.forEach((kind, sum) -> {
            if (lanes.put(kind, sum) == null) {
                bound.forEach(to -> bind(kind, to));
            }
        });
    }

    private void updateRefusals(List<PageView.Refusals> now) {
        for (PageView.Refusals each : now) {
            Refusal refusal = new Refusal(each.byServer(), each.reason());
            if (refusals.put(refusal, each.count()) == null) {
                bound.forEach(to -> bind(refusal, to));
            }
        }
    }

    private void update(MethodFigures.Key key, MethodFigures figures, long nowNs) {
        MethodMeters known = methods.get(key);
        MethodMeters method = known != null ? known : new MethodMeters(key, tags, this::lookAgain, nowNs);
        boolean failedAnew = method.update(figures, nowNs);
        if (known == null) {
            methods.put(key, method);
        }
        for (Bound to : bound) {
            if (known == null) {
                if (durations) {
                    method.bindDurations(to.registry, to.meters::add);
                }
                method.bindTraffic(to.registry, to.meters::add);
            }
            if (failedAnew) {
                method.bindFailures(to.registry, to.meters::add);
            }
        }
    }

    /** Removes the meters from their registries. The endpoint stays open. Idempotent. */
    @Override
    public void close() {
        looking.lock();
        try {
            for (Bound from : bound) {
                from.meters.forEach(from.registry::remove);
            }
            bound.clear();
        } finally {
            looking.unlock();
        }
    }
}
