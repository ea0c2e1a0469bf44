// SPDX-License-Identifier: Apache-2.0
package io.nearcall.micrometer;

import io.nearcall.internal.statistics.Durations;
import io.nearcall.internal.statistics.PageView;
import io.nearcall.internal.statistics.ServerAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The counts of one method on one side of an endpoint. */
record MethodFigures(
        long calls,
        long failures,
        long inFlight,
        long bytesIn,
        long bytesOut,
        PageView.Waits waits,
        Durations durations,
        Map<String, Long> failuresByType) {

    /** The figures of a method of which nothing is known yet. */
    static final MethodFigures NONE = new MethodFigures(0, 0, 0, 0, 0, PageView.Waits.NONE, Durations.NONE, Map.of());

    /** Identifies a method. Methods with the same meters are equal. */
    record Key(boolean served, String method, ServerAddress server) {
        static Key of(PageView.Method method) {
            String called = Names.called(method.service(), method.type());
            return new Key(
                    method.served(), Names.method(called, method.name()), ServerAddress.of(called, method.target()));
        }
    }

    private static MethodFigures of(PageView.Method method) {
        return new MethodFigures(
                method.calls(),
                method.failures(),
                method.inFlight(),
                method.bytesIn(),
                method.bytesOut(),
                method.waits(),
                method.durations(),
                new HashMap<>());
    }

    private MethodFigures plus(MethodFigures other) {
        return new MethodFigures(
                calls + other.calls,
                failures + other.failures,
                inFlight + other.inFlight,
                bytesIn + other.bytesIn,
                bytesOut + other.bytesOut,
                waits.plus(other.waits),
                durations.plus(other.durations),
                failuresByType);
    }

    /** Returns the figures of all methods that the endpoint serves or has called. */
    static Map<Key, MethodFigures> of(PageView page) {
        Map<Key, MethodFigures> all = new LinkedHashMap<>();
        for (PageView.Method method : page.methods()) {
            all.merge(Key.of(method), of(method), MethodFigures::plus);
        }
        for (PageView.Failure failure : page.failures()) {
            all.get(Key.of(failure.method())).failuresByType.merge(failure.type(), failure.count(), Long::sum);
        }
        return all;
    }
}
