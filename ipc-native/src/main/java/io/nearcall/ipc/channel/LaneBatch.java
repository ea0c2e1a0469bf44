// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

/**
 * Lanes that are made together. Each side makes its own half, passes {@link #descriptor()} and {@link #address()} to the
 * other, and gives what it got to {@link #connect}.
 */
public interface LaneBatch extends AutoCloseable {

    /** No descriptor: what {@link #descriptor()} and {@link #connect} say where there is none to pass. */
    int NO_DESCRIPTOR = -1;

    /** The longest {@link #address()}, in bytes of UTF-8. */
    int ADDRESS_LENGTH_MAX = 200;

    /** The descriptor that the peer needs, open until {@link #descriptorPassed()}; or {@link #NO_DESCRIPTOR}. */
    default int descriptor() {
        return NO_DESCRIPTOR;
    }

    /** What else the peer needs to open its side, at most {@link #ADDRESS_LENGTH_MAX} bytes; empty if nothing. */
    String address();

    /** The peer has it: closes this side's copy. Nothing to do where there is none. */
    default void descriptorPassed() {}

    /**
     * Completes the lanes with the peer's half. May wait for the peer, up to two seconds.
     *
     * @param peerDescriptor what the peer's {@link #descriptor()} arrived as, or {@link #NO_DESCRIPTOR}; remains the caller's,
     *     and is not needed any more when there are lanes. If there are none, it may be anything
     * @param peerAddress the peer's {@link #address()}; not trusted
     * @param doorbell rung, with the lane's index in this batch, when the peer rests; or told what to watch when we do
     * @return the lanes, by index
     * @throws PeerFault if the peer's half is not what was agreed on
     */
    Channel[] connect(int peerDescriptor, String peerAddress, Doorbell doorbell);

    /**
     * As {@link #connect}, of a peer's half that came before this side has asked for its own {@link #address()}. Never waits
     * for the peer.
     *
     * @return the lanes, or null if the peer cannot be reached yet: then to be called again after a while, with the same
     */
    default Channel[] tryConnect(int peerDescriptor, String peerAddress, Doorbell doorbell) {
        return connect(peerDescriptor, peerAddress, doorbell);
    }

    /**
     * Gives up what would outlive this process. For a batch of a connection that has ended, of which a thread that is still in
     * a channel keeps the rest from being closed: there it finds a fault, at worst. Idempotent.
     */
    default void abandon() {}

    /** Returns everything to the system. No thread may be in a channel of it, now or later. Idempotent. */
    @Override
    void close();
}
