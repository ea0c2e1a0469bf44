// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.recording;

import io.nearcall.Outcome;
import io.nearcall.internal.statistics.CountedObject;
import java.util.HexFormat;
import java.util.UUID;

/** Shows one connection in flight recordings, and what its lanes tell of. Any thread. Not there before there is a recording. */
public final class ConnectionRecording {

    /* Both sides give a call the same id: that of the connection, of its lane, and of the call on the lane. The id of the connection
     * follows from what the greetings say. Should one end, and the same two endpoints make another, it is the same again; but then
     * the times differ. */

    private static final long FNV_PRIME = 0x100000001b3L;

    private final FlightEvents events;
    private final UUID ownId;
    private final UUID peerId;
    private final int peerPid;
    private final boolean initiator;
    private final String channel;

    ConnectionRecording(FlightEvents events, UUID ownId, UUID peerId, int peerPid, boolean initiator, String channel) {
        this.events = events;
        this.ownId = ownId;
        this.peerId = peerId;
        this.peerPid = peerPid;
        this.initiator = initiator;
        this.channel = channel;
    }

    /** The same at both sides. */
    String id() {
        UUID made = initiator ? ownId : peerId;
        UUID accepted = initiator ? peerId : ownId;
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

    UUID peerId() {
        return peerId;
    }

    int peerPid() {
        return peerPid;
    }

    boolean isInitiator() {
        return initiator;
    }

    String channel() {
        return channel;
    }

    /** Whether slow calls are recorded now. */
    public boolean isOn() {
        return events.wantSlowCalls();
    }

    /** A caller is about to sleep, or a method to run. Null if {@link #isOn} says no; else {@link #end} is to follow. */
    public RecordedCall begin() {
        return events.begin();
    }

    /** It has ended, of that call. */
    public void end(RecordedCall begun, CountedObject called, int method, int lane, long callId) {
        events.end(begun, this, called, method, lane, callId);
    }

    /**
     * A call has failed.
     *
     * @param reached what can be said of it unless the exception says it; null if the method has run
     */
    public void fail(CountedObject called, int method, int lane, long callId, Throwable thrown, Outcome reached) {
        events.fail(this, called, method, lane, callId, thrown, reached);
    }

    /** The connection has begun. */
    public void opened() {
        events.change(this, "opened");
    }

    /**
     * The connection has ended.
     *
     * @param died whether the peer's process has died
     */
    public void ended(boolean died) {
        events.change(this, died ? "died" : "ended");
    }
}
