// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

/**
 * Lanes that are made together. Each side makes its own half, passes {@link #descriptor()} to the other, and gives what it
 * got to {@link #connect}.
 */
public interface LaneBatch extends AutoCloseable {

    /** The descriptor that the peer needs; open until {@link #descriptorPassed()}. */
    int descriptor();

    /** The peer has it: closes this side's copy. */
    void descriptorPassed();

    /**
     * Completes the lanes with the peer's half. Owns {@code peerDescriptor} from here on.
     *
     * @param doorbell rung, with the lane's index in this batch, when the peer rests
     * @return the lanes, by index
     * @throws PeerFault if the peer's half is not what was agreed on
     */
    Channel[] connect(int peerDescriptor, Doorbell doorbell);

    /** Returns everything to the system. No thread may be in a channel of it, now or later. Idempotent. */
    @Override
    void close();
}
