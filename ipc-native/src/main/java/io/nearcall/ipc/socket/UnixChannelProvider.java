// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.LaneBatch;
import java.nio.file.Path;

/**
 * Lanes over Unix sockets in a directory that only this user can use, to processes of the same user. The names are
 * removed as soon as both sides have connected. If processes are killed before that, {@link #sweep} removes their
 * names.
 */
public final class UnixChannelProvider implements ChannelProvider {

    private final UnixSockets sockets;

    /** @param directory belongs to this user */
    public UnixChannelProvider(Path directory) {
        this.sockets = new UnixSockets(directory);
    }

    /**
     * Removes the sockets that dead processes have left in the directory, and nothing else. Returns how many there
     * were.
     *
     * @throws java.io.UncheckedIOException if the directory cannot be listed
     */
    public static int sweep(Path directory) {
        return UnixSockets.sweep(directory);
    }

    @Override
    public LaneBatch open(int batch, int laneCount, int capacity, ChannelMode mode) {
        return new SocketLaneBatch(sockets, laneCount, capacity, mode);
    }
}
