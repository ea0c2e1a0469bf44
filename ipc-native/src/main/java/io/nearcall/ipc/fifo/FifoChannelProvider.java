// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.LaneBatch;
import java.nio.file.Path;

/**
 * Named pipes: two a lane, each made by the side that reads it, and gone from the directory as soon as both sides have it
 * open. For processes of one user, because only its owner opens a FIFO, and both make and remove names in the directory.
 */
public final class FifoChannelProvider implements ChannelProvider {

    private final Path directory;
    private final int peerUid;

    /**
     * @param directory where both sides make their FIFOs; nobody else may be able to rename anything in it
     * @param peerUid whose the peer's FIFOs must be
     */
    public FifoChannelProvider(Path directory, int peerUid) {
        this.directory = directory;
        this.peerUid = peerUid;
    }

    /**
     * As {@link ChannelProvider#open}. The capacity is a wish: where the system does not grant a pipe of that size it is
     * smaller, two pages at least: so for a user who is not root and whose pipes hold more than
     * {@code fs.pipe-user-pages-soft} together, 64 MiB where nobody has set it. Such a lane works as well, in smaller steps.
     * A batch takes two descriptors for each lane, and one.
     */
    @Override
    public LaneBatch open(int batch, int laneCount, int capacity, ChannelMode mode) {
        return new FifoLaneBatch(directory, peerUid, laneCount, capacity, mode);
    }

    /**
     * Removes the FIFOs that were left in the directory by processes that have died before both sides had opened them. To
     * be called by whoever begins to use the directory. Processes in another pid namespace look dead from here: directories
     * are not to be shared with those.
     *
     * @return how many were removed
     */
    public static int sweep(Path directory) {
        return FifoNames.sweep(directory);
    }
}
