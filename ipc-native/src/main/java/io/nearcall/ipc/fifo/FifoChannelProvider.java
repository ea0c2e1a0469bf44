// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.LaneBatch;
import java.nio.file.Path;

/**
 * Lanes over named pipes, two for each lane. The side that reads a pipe makes it. Its name goes from the directory as
 * soon as both sides have it open. For processes of one user only: nobody except its owner opens a FIFO, and both sides
 * make and remove names in the directory.
 */
public final class FifoChannelProvider implements ChannelProvider {

    private final Path directory;
    private final int peerUid;

    /**
     * @param directory where both sides make their FIFOs; nobody else may be able to rename anything in it
     * @param peerUid the user to whom the peer's FIFOs must belong
     */
    public FifoChannelProvider(Path directory, int peerUid) {
        this.directory = directory;
        this.peerUid = peerUid;
    }

    /**
     * As {@link ChannelProvider#open}. The capacity is a wish: if the system does not grant a pipe of that size, the
     * pipe is smaller, but has two pages at least. This happens to a user who is not root and whose pipes together hold
     * more than {@code fs.pipe-user-pages-soft}, which is 64 MiB by default. Such a lane works as well, in smaller
     * steps. A batch takes two descriptors for each lane, and one more.
     */
    @Override
    public LaneBatch open(int batch, int laneCount, int capacity, ChannelMode mode) {
        return new FifoLaneBatch(directory, peerUid, laneCount, capacity, mode);
    }

    /**
     * Removes the FIFOs of processes that have died before both sides had opened them. To be called by whoever begins
     * to use the directory. Processes in another pid namespace look dead from here, so a directory must not be shared
     * with those.
     *
     * @return how many were removed
     */
    public static int sweep(Path directory) {
        return FifoNames.sweep(directory);
    }
}
