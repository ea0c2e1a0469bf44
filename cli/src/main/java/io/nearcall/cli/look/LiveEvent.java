// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.cli.JsonLine;
import io.nearcall.internal.statistics.PageView;
import java.time.Instant;
import java.util.Locale;

/**
 * A line of {@code trace} for a running service: an event at one endpoint.
 *
 * @param kind a word, as in the output of {@code --json}
 * @param event null if the line is about no event of the page
 * @param state the new state of the endpoint; empty if the line is not about a state
 * @param count how many events are lost; otherwise 1
 */
record LiveEvent(String kind, long timeMs, PageView page, PageView.Event event, String state, int count) {

    private static final int PID_WIDTH = 7; // of the largest process id
    private static final int SIDE_WIDTH = 7;

    static LiveEvent of(PageView page, PageView.Event event) {
        return new LiveEvent(event.kind().name().toLowerCase(Locale.ROOT), event.timeMs(), page, event, "", 1);
    }

    static LiveEvent lost(PageView page, long timeMs, int count) {
        return new LiveEvent("lost", timeMs, page, null, "", count);
    }

    static LiveEvent state(PageView page, long timeMs, String state) {
        return new LiveEvent("state", timeMs, page, null, state, 1);
    }

    /** Returns the endpoint's side of the call or of the refusal; empty if the line is about neither. */
    private String side() {
        if (event != null && event.method() != null) {
            return Figures.side(event.method().served());
        }
        return event != null && event.refusal() != null
                ? Figures.side(event.refusal().byServer())
                : "";
    }

    private String error() {
        if (event == null) {
            return "";
        }
        if (event.failure() != null) {
            return event.failure().type();
        }
        return event.refusal() == null ? "" : event.refusal().reason();
    }

    String text() {
        String side = side();
        String what = switch (kind) {
            case "lost" -> count + " events were overwritten before they were read";
            case "state" -> "the endpoint is " + state;
            case "failed" -> DumpText.text(event) + (error().isEmpty() ? "" : ": " + error());
            default -> DumpText.text(event);
        };
        return Figures.time(timeMs) + "  " + pad(Integer.toString(page.pid()), PID_WIDTH) + "  "
                + pad(side.isEmpty() ? "-" : side, SIDE_WIDTH) + "  " + what;
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    String json() {
        PageView.Method method = event == null ? null : event.method();
        return new JsonLine()
                .put("event", kind)
                .put("time", Instant.ofEpochMilli(timeMs).toString())
                .put("pid", page.pid())
                .put("endpoint", page.name())
                .put("side", side())
                .put("service", method == null ? "" : method.service())
                .put("type", method == null ? "" : method.type())
                .put("method", method == null ? "" : method.name())
                .put("peerPid", event == null ? 0 : Math.max(0, event.peerPid()))
                .put("ns", event == null ? 0 : event.ns())
                .put("error", error())
                .put("state", state)
                .put("count", count)
                .toString();
    }
}
