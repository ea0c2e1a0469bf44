// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.ipc.os.OsException;
import java.util.ArrayDeque;

/**
 * Tells a peer to which of its objects nobody refers any more. While it does not read, because it is stopped or the machine
 * is busy, that waits here: nothing is urgent about it, and nobody is to be given up for it. Any thread; never blocks.
 */
final class Releases {

    private static final long FIRST_PAUSE_NS = 2_000_000;
    private static final long LONGEST_PAUSE_NS = 100_000_000;

    private final Connection connection;
    private final ControlSocket socket;
    private final Monitor monitor;
    private final ArrayDeque<ControlMessage.Release> untold = new ArrayDeque<>(); // guarded by this, as the others
    private boolean pausing;
    private long pauseNs = FIRST_PAUSE_NS;

    Releases(Connection connection, ControlSocket socket, Monitor monitor) {
        this.connection = connection;
        this.socket = socket;
        this.monitor = monitor;
    }

    void tell(ControlMessage.Release release) {
        synchronized (this) {
            untold.add(release);
            if (pausing) {
                return;
            }
        }
        tellAll();
    }

    private void tellAll() {
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
            if (!socket.offer(untold.peek())) {
                pausing = true;
                return false;
            }
            untold.remove();
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
