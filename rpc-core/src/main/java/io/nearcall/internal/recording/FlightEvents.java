// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.recording;

import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.internal.statistics.CountedObject;
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
    private final UUID endpoint;
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

    /** Returns null if no recording wants slow calls; otherwise {@link #end} must follow. */
    RecordedCall begin() {
        if (!wantSlowCalls()) {
            return null;
        }
        SlowCallEvent event = new SlowCallEvent();
        event.begin();
        return event;
    }

    /** Returns the event if it may begin again. */
    RecordedCall end(
            RecordedCall begun, ConnectionRecording on, CountedObject called, int method, int lane, long callId) {
        SlowCallEvent event = (SlowCallEvent) begun;
        event.end();
        if (!event.shouldCommit()) {
            return wantSlowCalls() ? event : null;
        }
        if (fill(event, on, called, method, lane, callId)) {
            event.commit();
        }
        return null;
    }

    void fail(
            ConnectionRecording on,
            CountedObject called,
            int method,
            int lane,
            long callId,
            Throwable thrown,
            Outcome reached) {
        FailedCallEvent event = new FailedCallEvent();
        if (event.shouldCommit() && fill(event, on, called, method, lane, callId)) {
            event.outcome = outcome(thrown, reached);
            event.errorType = thrown.getClass().getName();
            event.commit();
        }
    }

    private static String outcome(Throwable thrown, Outcome reached) {
        if (reached == null) {
            return "RAN";
        }
        return (thrown instanceof NearcallException failure ? failure.outcome() : reached).name();
    }

    /** Returns false for a call of one of Nearcall's own objects, such as those behind streams. */
    private boolean fill(
            CallEvent event, ConnectionRecording on, CountedObject called, int method, int lane, long callId) {
        CountedObject.Methods methods = called.methods();
        if (methods.isOwn()) {
            return false;
        }
        event.fill(pid, endpoint, on.peerPid(), on.peerId());
        event.fill(methods, method, on.id(), lane, callId);
        return true;
    }

    void change(ConnectionRecording changed, String state) {
        ConnectionEvent event = new ConnectionEvent();
        if (event.shouldCommit()) {
            event.fill(pid, endpoint, changed.peerPid(), changed.peerId());
            event.connection = changed.id();
            event.state = state;
            event.channel = changed.channel();
            event.initiator = changed.isInitiator();
            event.commit();
        }
    }

    void refused(boolean served, int peerPid, UUID peer, String service, String reason, String message) {
        RefusalEvent event = new RefusalEvent();
        if (event.shouldCommit()) {
            event.fill(pid, endpoint, peerPid, peer);
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
