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
 * Tells a peer to which of its objects nobody refers any more. While it does not read, because it is stopped or the machine
 * is busy, that waits here: nothing is urgent about it, and nobody is to be given up for it. Any thread; never blocks.
 */
final class Releases implements ReceivedReferences.Releaser {

    /* A peer keeps each object until all of its releases have come. So what a peer has not read is about objects that all
     * count at its side, and there are at most maxReferences of them, if both sides have the same number. A peer that leaves
     * releases of more objects unread has made some of them up, or allows more, and must not fill our memory. */

    /** So many messages fit into one sending of the socket. */
    private static final int AT_ONCE = 128;

    private static final long FIRST_PAUSE_NS = 1_000_000;
    private static final long LONGEST_PAUSE_NS = 100_000_000;

    private final Connection connection;
    private final ControlSocket socket;
    private final Monitor monitor;
    private final DroppedReferences dropped;
    private final int maxReferences;
    private final UntoldReleases untold; // guarded by this, as the others
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

    /** As {@link ControlMessage.Release} says. */
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
            connection.protocolBroken("releases of more than " + maxReferences
                    + " objects are not read, and maxReferences=" + maxReferences);
        } else if (!dropped.flushLater(this)) {
            tellAll();
        }
    }

    /** Tells what has been gathered. */
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

    /** Returns false if the peer has to read first, and somebody has to come back. */
    private synchronized boolean tellSome() {
        if (pausing) {
            return true; // another thread has found that out, and sees to it
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
