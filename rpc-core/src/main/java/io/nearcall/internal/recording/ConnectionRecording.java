// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.recording;

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

    /** Returns the id of the connection, which is the same on both sides. */
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

    /** Returns whether slow calls are recorded now. */
    public boolean isOn() {
        return events.wantSlowCalls();
    }

    /**
     * Called when a caller is about to sleep, or a method is about to run. Returns null if {@link #isOn} is false;
     * otherwise {@link #end} must follow.
     */
    public RecordedCall begin() {
        return events.begin();
    }

    /**
     * Called when the sleep or the run of a call has ended.
     *
     * @return the same object if it may begin again; null if it has been recorded, or if {@link #isOn} is false now
     */
    public RecordedCall end(RecordedCall begun, CountedObject called, int method, int lane, long callId) {
        return events.end(begun, this, called, method, lane, callId);
    }

    /**
     * Called when a call has failed.
     *
     * @param reached the outcome, unless the exception states one; null if the method has run
     */
    public void fail(CountedObject called, int method, int lane, long callId, Throwable thrown, Outcome reached) {
        events.fail(this, called, method, lane, callId, thrown, reached);
    }

    /** Called when the connection has begun. */
    public void opened() {
        events.change(this, "opened");
    }

    /**
     * Called when the connection has ended.
     *
     * @param died whether the peer's process has died
     */
    public void ended(boolean died) {
        events.change(this, died ? "died" : "ended");
    }
}
