// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.monitor.Monitor;
import io.nearcall.internal.reference.ReceivedReferences;
import io.nearcall.internal.reference.UntoldReleases;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.ipc.os.OsException;
import java.util.List;

/**
 * Tells a peer to which of its objects nobody refers any more. While the peer does not read, because it is stopped or
 * the machine is busy, releases wait here. They are not urgent, and no peer is given up for them. Any thread; never
 * blocks.
 */
final class Releases implements ReceivedReferences.Releaser {

    /* A peer keeps each object until all of its releases have come. So releases that a peer has not read concern
     * objects that all count at its side, and there are at most maxReferences of them if both sides have the same
     * number. A peer that leaves releases of more objects unread has made some of them up, or allows more. It must not
     * fill our memory. */

    /** How many messages fit into one sending of the socket. */
    private static final int AT_ONCE = 128;

    private static final long FIRST_PAUSE_NS = 1_000_000;
    private static final long LONGEST_PAUSE_NS = 100_000_000;

    private final Connection connection;
    private final ControlSocket socket;
    private final Monitor monitor;
    private final DroppedReferences dropped;
    private final int maxReferences;
    private final UntoldReleases untold; // guarded by this, as are the two below
    private boolean pausing;
    private long pauseNs = FIRST_PAUSE_NS;

    Releases(
            Connection connection,
            ControlSocket socket,
            Monitor monitor,
            DroppedReferences dropped,
            int maxReferences) {
        this.connection = connection;
        this.socket = socket;
        this.monitor = monitor;
        this.dropped = dropped;
        this.maxReferences = maxReferences;
        this.untold = new UntoldReleases(maxReferences);
    }

    /** As {@link ControlMessage.Release} describes. */
    @Override
    public void release(int id, long received, long sentHome) {
        boolean possible;
        synchronized (this) {
            if (connection.isClosed()) {
                untold.clear();
                return;
            }
            possible = untold.add(id, received, sentHome);
            if (pausing && possible) {
                return;
            }
        }
        if (!possible) {
            connection.protocolBroken(
                    "it has not read the releases of more than maxReferences=" + maxReferences + " objects");
        } else if (!dropped.flushLater(this)) {
            tellAll();
        }
    }

    /** Tells the peer the releases that have been gathered. */
    void tellAll() {
        try {
            if (!tellSome()) {
                monitor.schedule(pause(), () -> {
                    synchronized (this) {
                        pausing = false;
                    }
                    tellAll();
                });
            }
        } catch (OsException e) {
            connection.giveUp(ControlMessage.Farewell.INTERNAL_ERROR, "a release cannot be sent: " + e.getMessage());
        }
    }

    /** Returns false if the peer must read first, and the caller must come back later. */
    private synchronized boolean tellSome() {
        if (pausing) {
            return true; // another thread has found that, and will come back
        }
        if (connection.isClosed()) {
            untold.clear();
        }
        while (!untold.isEmpty()) {
            List<ControlMessage.Release> next = untold.next(AT_ONCE);
            if (!socket.offer(next)) {
                pausing = true;
                return false;
            }
            untold.told(next);
            pauseNs = FIRST_PAUSE_NS;
        }
        return true;
    }

    private synchronized long pause() {
        long nextNs = pauseNs;
        pauseNs = Math.min(LONGEST_PAUSE_NS, 2 * pauseNs);
        return nextNs;
    }
}
