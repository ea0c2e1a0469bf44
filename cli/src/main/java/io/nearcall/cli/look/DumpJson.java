// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.cli.JsonLine;
import io.nearcall.internal.statistics.PageView;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Everything that is known about an endpoint, as one JSON object. */
final class DumpJson {

    private DumpJson() {}

    static JsonLine of(PageView page, String state, List<CallsInFlight> inFlight) {
        return new JsonLine()
                .put("endpoint", page.name())
                .put("pid", page.pid())
                .put("state", state)
                .put("openedAt", time(page.openedMs()))
                .put("java", page.javaVersion())
                .put("directory", page.runtimeDirectory())
                .put("page", page.path())
                .put("whole", page.whole())
                .put("uncounted", page.uncounted())
                .putObjects("inFlight", inFlight.stream().map(DumpJson::calls).toList())
                .putObjects(
                        "methods", page.methods().stream().map(DumpJson::method).toList())
                .putObjects(
                        "connections",
                        page.connections().stream().map(DumpJson::connection).toList())
                .putObjects(
                        "refusals",
                        page.refusals().stream().map(DumpJson::refusals).toList())
                .putObjects(
                        "failures",
                        page.failures().stream().map(DumpJson::failure).toList())
                .putObjects(
                        "events", page.events().stream().map(DumpJson::event).toList());
    }

    private static String time(long ms) {
        return Instant.ofEpochMilli(ms).toString();
    }

    private static JsonLine about(PageView.Method method) {
        JsonLine line = JsonLine.member()
                .put("service", method.service())
                .put("type", method.type())
                .put("method", method.name())
                .put("side", Figures.side(method.served()));
        return method.target().isEmpty() ? line : line.put("target", method.target());
    }

    private static JsonLine calls(CallsInFlight calls) {
        return about(calls.method())
                .put("peerPid", calls.connection().peerPid())
                .put("channel", calls.connection().channel())
                .put("count", calls.count())
                .put("state", calls.state());
    }

    private static JsonLine method(PageView.Method method) {
        return about(method)
                .put("signature", method.signature())
                .put("calls", method.calls())
                .put("failures", method.failures())
                .put("inFlight", method.inFlight())
                .put("bytesIn", method.bytesIn())
                .put("bytesOut", method.bytesOut())
                .put("waitsSpun", method.waits().spun())
                .put("waitsYielded", method.waits().yielded())
                .put("waitsSlept", method.waits().slept())
                .put("timed", method.durations().count())
                .put("p50Ns", method.durations().quantileNs(Figures.HALF))
                .put("p99Ns", method.durations().quantileNs(Figures.NEARLY_ALL))
                .put("maxNs", method.durations().longestNs());
    }

    private static JsonLine connection(PageView.Connection connection) {
        return JsonLine.member()
                .put("peerPid", connection.peerPid())
                .put("initiator", connection.initiator())
                .put("channel", connection.channel())
                .put("openedAt", time(connection.openedMs()))
                .put("exported", connection.exported())
                .put("imported", connection.imported())
                .put("streams", connection.streams());
    }

    private static JsonLine refusals(PageView.Refusals refusals) {
        return JsonLine.member()
                .put("reason", refusals.reason())
                .put("side", Figures.side(refusals.byServer()))
                .put("count", refusals.count())
                .put("first", time(refusals.firstMs()))
                .put("last", time(refusals.lastMs()));
    }

    private static JsonLine failure(PageView.Failure failure) {
        return about(failure.method())
                .put("count", failure.count())
                .put("first", time(failure.firstMs()))
                .put("last", time(failure.lastMs()))
                .put("exception", failure.type())
                .put("message", failure.message())
                .put("stack", List.of(failure.stack().split(" < ")));
    }

    private static JsonLine event(PageView.Event event) {
        JsonLine line = event.method() == null ? JsonLine.member() : about(event.method());
        line.put("time", time(event.timeMs()))
                .put("event", event.kind().name().toLowerCase(Locale.ROOT))
                .put("peerPid", event.peerPid())
                .put("ns", event.ns());
        return event.refusal() == null
                ? line
                : line.put("reason", event.refusal().reason());
    }
}
