// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.LaneBatch;

/**
 * Lanes over TCP sockets of the loopback interface. An address of any other interface is refused. The port is open for
 * a moment, and whoever connects to it is asked for a secret.
 */
public final class TcpChannelProvider implements ChannelProvider {

    private static final SocketFamily SOCKETS = new LoopbackSockets();

    @Override
    public LaneBatch open(int batch, int laneCount, int capacity, ChannelMode mode) {
        return new SocketLaneBatch(SOCKETS, laneCount, capacity, mode);
    }
}
