// SPDX-License-Identifier: Apache-2.0
package io.nearcall.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.nearcall.NearcallException;
import io.nearcall.internal.statistics.ServerAddress;
import io.nearcall.internal.statistics.StatusCode;
import io.nearcall.spi.CallInfo;
import io.nearcall.spi.CallListener;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Times every call, for applications that need more than estimates. The listener reads the clock twice for each call
 * and makes objects, so a short call takes several times as long. {@link NearcallMetrics} adds no cost to a call.
 * Thread-safe.
 *
 * <pre>{@code
 * Endpoint endpoint = Endpoint.builder().listener(new CallTimers(registry)).open();
 * NearcallMetrics.withoutDurations(endpoint, Tags.empty()).bindTo(registry);
 * }</pre>
 */
public final class CallTimers implements CallListener {

    /** From 200 ns to 10 s: Micrometer's own bounds begin at 1 ms. */
    private static final Duration[] BOUNDS = {
        Duration.ofNanos(200),
        Duration.ofNanos(500),
        Duration.ofNanos(1_000),
        Duration.ofNanos(2_000),
        Duration.ofNanos(5_000),
        Duration.ofNanos(10_000),
        Duration.ofNanos(20_000),
        Duration.ofNanos(50_000),
        Duration.ofNanos(100_000),
        Duration.ofNanos(200_000),
        Duration.ofNanos(500_000),
        Duration.ofMillis(1),
        Duration.ofMillis(2),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofSeconds(1),
        Duration.ofSeconds(10)
    };

    /** The prefix of Nearcall's own interfaces, such as the one that fetches the elements of a stream. */
    private static final String OWN_TYPES = "io.nearcall.internal.";

    private final MeterRegistry registry;
    private final Tags tags;
    private final Map<Kind, Timer> timers = new ConcurrentHashMap<>();

    /** Calls that share a meter. It has names instead of classes, because classes could then not be unloaded. */
    private record Kind(
            boolean served,
            String service,
            String target,
            String method,
            String errorType,
            String status,
            String outcome) {}

    /** Creates a listener whose timers are in a registry. */
    public CallTimers(MeterRegistry registry) {
        this(registry, Tags.empty());
    }

    /** Creates a listener whose timers are in a registry and have these tags. */
    public CallTimers(MeterRegistry registry, Iterable<Tag> tags) {
        this.registry = Objects.requireNonNull(registry, "registry");
        this.tags = Tags.of(tags);
    }

    @Override
    public void ended(CallInfo call, long durationNs, Throwable failure) {
        if (!call.type().getName().startsWith(OWN_TYPES)) {
            timers.computeIfAbsent(kind(call, failure), this::timer).record(Duration.ofNanos(durationNs));
        }
    }

    private static Kind kind(CallInfo call, Throwable failure) {
        boolean served = call.side() == CallInfo.Side.SERVER;
        String method = call.method().getName();
        if (failure == null) {
            return new Kind(served, call.service(), call.target(), method, Names.NONE, StatusCode.OK, Names.NONE);
        }
        Throwable cause = StatusCode.cause(failure);
        String type = cause.getClass().getName();
        String outcome =
                cause instanceof NearcallException known ? known.outcome().name() : Names.NONE;
        return new Kind(served, call.service(), call.target(), method, type, StatusCode.of(type), outcome);
    }

    private Timer timer(Kind kind) {
        return Timer.builder(Names.duration(kind.served))
                .description("Calls, and how long they took")
                .serviceLevelObjectives(BOUNDS)
                .tags(tags.and(Names.ofMethod(
                        Names.method(kind.service, kind.method), ServerAddress.of(kind.service, kind.target))))
                .tags(Tags.of(
                        Names.STATUS_TAG,
                        kind.status,
                        Names.ERROR_TAG,
                        kind.errorType,
                        Names.OUTCOME_TAG,
                        kind.outcome))
                .register(registry);
    }
}
