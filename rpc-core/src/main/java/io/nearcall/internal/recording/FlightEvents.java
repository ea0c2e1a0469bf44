// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.recording;

import io.nearcall.internal.statistics.Durations;
import io.nearcall.internal.statistics.EndpointStatistics;
import io.nearcall.internal.statistics.PageView;
import io.nearcall.ipc.host.Host;
import java.util.List;
import java.util.UUID;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;

/** The events of one endpoint. Must not be touched before classes of JFR are known to be loaded. Any thread. */
final class FlightEvents implements AutoCloseable {

    private static final double HALF = 0.5;
    private static final double NEARLY_ALL = 0.99;

    private static final List<Class<? extends Event>> TYPES = List.of(
            SlowCallEvent.class, FailedCallEvent.class, ConnectionEvent.class, RefusalEvent.class, SummaryEvent.class);

    private final int pid = Host.current().pid();
    final UUID endpoint;
    private final EndpointStatistics statistics;
    private final EventType slowCalls = EventType.getEventType(SlowCallEvent.class);
    private final Runnable summaries = this::summarise; // always the same object, so that it can be removed

    private FlightEvents(UUID endpoint, EndpointStatistics statistics) {
        this.endpoint = endpoint;
        this.statistics = statistics;
    }

    /** Returns null if no recording has been started in this JVM. */
    static FlightEvents find(UUID endpoint, EndpointStatistics statistics) {
        if (!FlightRecorder.isInitialized()) {
            return null;
        }
        for (Class<? extends Event> type : TYPES) {
            EventType.getEventType(type); // loads and instruments it here, not at the first event
        }
        FlightEvents events = new FlightEvents(endpoint, statistics);
        FlightRecorder.addPeriodicEvent(SummaryEvent.class, events.summaries);
        return events;
    }

    /** Returns whether a recording wants slow calls. */
    boolean wantSlowCalls() {
        return slowCalls.isEnabled();
    }

    /** Fills in who recorded an event, and who is at the other side. */
    void fill(NearcallEvent event, int peerPid, UUID peer) {
        event.pid = pid;
        event.endpoint = endpoint.toString();
        event.peerPid = peerPid;
        event.peerEndpoint = peer == null ? "" : peer.toString();
    }

    void refused(boolean served, int peerPid, UUID peer, String service, String reason, String message) {
        RefusalEvent event = new RefusalEvent();
        if (event.shouldCommit()) {
            fill(event, peerPid, peer);
            event.side = CallEvent.side(served);
            event.service = service;
            event.reason = reason;
            event.message = message;
            event.commit();
        }
    }

    private void summarise() {
        PageView view = statistics.view();
        if (view == null) {
            return;
        }
        for (PageView.Method method : view.methods()) {
            SummaryEvent event = new SummaryEvent();
            event.pid = pid;
            event.endpoint = endpoint.toString();
            event.side = CallEvent.side(method.served());
            event.service = method.service();
            event.type = method.type();
            event.method = method.name();
            event.calls = method.calls();
            event.failures = method.failures();
            Durations durations = method.durations();
            event.timed = durations.count();
            event.median = durations.quantileNs(HALF);
            event.p99 = durations.quantileNs(NEARLY_ALL);
            event.longest = durations.longestNs();
            event.commit();
        }
    }

    /** Shows the final counts of the endpoint once more. Repeatable. */
    @Override
    public void close() {
        if (FlightRecorder.removePeriodicEvent(summaries)) {
            summarise();
        }
    }
}
