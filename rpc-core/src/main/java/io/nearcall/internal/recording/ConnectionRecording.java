// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.recording;

import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.internal.statistics.CountedObject;
import java.util.HexFormat;
import java.util.UUID;

/** Shows one connection and its calls in flight recordings. Exists only once a recording has been found. Any thread. */
public final class ConnectionRecording {

    /* Both sides give a call the same id. It consists of the id of the connection, the number of the lane, and the
     * number of the call on the lane. The id of the connection follows from the handshake. If the connection ends, and
     * the same two endpoints make another, the new one has the same id, but the times differ. */

    private static final long FNV_PRIME = 0x100000001b3L;

    private final FlightEvents events;
    private final UUID peerId;
    private final int peerPid;
    private final boolean initiator;
    private final String channel;

    ConnectionRecording(FlightEvents events, UUID peerId, int peerPid, boolean initiator, String channel) {
        this.events = events;
        this.peerId = peerId;
        this.peerPid = peerPid;
        this.initiator = initiator;
        this.channel = channel;
    }

    /** Returns the id of the connection, which is the same on both sides. */
    private String id() {
        UUID made = initiator ? events.endpoint : peerId;
        UUID accepted = initiator ? peerId : events.endpoint;
        long number = channel.hashCode();
        for (long part : new long[] {
            made.getMostSignificantBits(),
            made.getLeastSignificantBits(),
            accepted.getMostSignificantBits(),
            accepted.getLeastSignificantBits()
        }) {
            number = (number ^ part) * FNV_PRIME;
            number ^= number >>> Integer.SIZE;
        }
        return HexFormat.of().toHexDigits(number);
    }

    /** Returns whether slow calls are recorded now. */
    public boolean isOn() {
        return events.wantSlowCalls();
    }

    /**
     * Called when a caller is about to sleep, or a method is about to run. Returns null if {@link #isOn} is false;
     * otherwise {@link #end} must follow.
     */
    public RecordedCall begin() {
        if (!isOn()) {
            return null;
        }
        SlowCallEvent event = new SlowCallEvent();
        event.begin();
        return event;
    }

    /**
     * Called when the sleep or the run of a call has ended.
     *
     * @return the same object if it may begin again; null if it has been recorded, or if {@link #isOn} is false now
     */
    public RecordedCall end(RecordedCall begun, CountedObject called, int method, int lane, long callId) {
        SlowCallEvent event = (SlowCallEvent) begun;
        event.end();
        if (!event.shouldCommit()) {
            return isOn() ? event : null;
        }
        if (fill(event, called, method, lane, callId)) {
            event.commit();
        }
        return null;
    }

    /**
     * Called when a call has failed.
     *
     * @param reached the outcome, unless the exception states one; null if the method has run
     */
    public void fail(CountedObject called, int method, int lane, long callId, Throwable thrown, Outcome reached) {
        FailedCallEvent event = new FailedCallEvent();
        if (event.shouldCommit() && fill(event, called, method, lane, callId)) {
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
    private boolean fill(CallEvent event, CountedObject called, int method, int lane, long callId) {
        CountedObject.Methods methods = called.methods();
        if (methods.isOwn()) {
            return false;
        }
        events.fill(event, peerPid, peerId);
        event.fill(methods, method, id(), lane, callId);
        return true;
    }

    /** Called when the connection has begun. */
    public void opened() {
        change("opened");
    }

    /**
     * Called when the connection has ended.
     *
     * @param died whether the peer's process has died
     */
    public void ended(boolean died) {
        change(died ? "died" : "ended");
    }

    private void change(String state) {
        ConnectionEvent event = new ConnectionEvent();
        if (event.shouldCommit()) {
            events.fill(event, peerPid, peerId);
            event.connection = id();
            event.state = state;
            event.channel = channel;
            event.initiator = initiator;
            event.commit();
        }
    }
}
