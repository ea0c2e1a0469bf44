// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

/**
 * Lanes that are made together. Each side makes its own half and passes {@link #descriptor()} and {@link #address()} to
 * the other side. It gives the values that it has received to {@link #connect}.
 */
public interface LaneBatch extends AutoCloseable {

    /** No descriptor: the value in {@link #descriptor()} and {@link #connect} if there is none to pass. */
    int NO_DESCRIPTOR = -1;

    /** The longest {@link #address()}, in bytes of UTF-8. */
    int ADDRESS_LENGTH_MAX = 200;

    /** The descriptor that the peer needs, open until {@link #descriptorPassed()}; or {@link #NO_DESCRIPTOR}. */
    default int descriptor() {
        return NO_DESCRIPTOR;
    }

    /** The text that the peer also needs to open its side, at most {@link #ADDRESS_LENGTH_MAX} bytes; empty if none. */
    String address();

    /** Called when the peer has the descriptor: closes this side's copy. Does nothing if there is none. */
    default void descriptorPassed() {}

    /**
     * Completes the lanes with the peer's half. May wait for the peer, up to two seconds.
     *
     * @param peerDescriptor the descriptor that arrived from the peer, or {@link #NO_DESCRIPTOR}. It remains the
     *     caller's, and is not needed any more when there are lanes. If there are no lanes, it may be a descriptor of
     *     anything
     * @param peerAddress the peer's {@link #address()}; not trusted
     * @param doorbell rings with the lane's index in this batch when the peer rests, and watches when this side rests
     * @return the lanes, by index
     * @throws PeerFault if the peer's half is not what was agreed on
     */
    Channel[] connect(int peerDescriptor, String peerAddress, Doorbell doorbell);

    /**
     * As {@link #connect}, for a peer's half that came before this side has asked for its own {@link #address()}. Never
     * waits for the peer.
     *
     * @return the lanes, or null if the peer cannot be reached yet. The caller then repeats the call after a while,
     *     with the same arguments
     */
    default Channel[] tryConnect(int peerDescriptor, String peerAddress, Doorbell doorbell) {
        return connect(peerDescriptor, peerAddress, doorbell);
    }

    /**
     * Gives up everything that would outlive this process. For a batch of a connection that has ended, while a thread
     * that is still in a channel prevents {@code close()}. At worst that thread finds a fault. Idempotent.
     */
    default void abandon() {}

    /** Returns everything to the system. No thread may be in a channel of this batch, now or later. Idempotent. */
    @Override
    void close();
}
