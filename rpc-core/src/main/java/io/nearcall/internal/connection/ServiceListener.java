// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.discovery.ServiceSocket;
import io.nearcall.internal.log.Log;
import io.nearcall.internal.monitor.Timer;
import io.nearcall.ipc.os.OsException;
import java.lang.System.Logger.Level;

/** Admits callers of one service, and keeps its files in place so that they find it. Any thread. */
final class ServiceListener implements AutoCloseable {

    private static final int BACKLOG = 512;

    /** After a removal of the files, new callers do not find the service, or find another, for at most this long. */
    private static final long LOOK_NS = 1_000_000_000;

    /** Cleaners go by age, which is hardly ever less than an hour. */
    private static final int LOOKS_PER_REFRESH = 600;

    /* A look is a few system calls on two files, and waits for nothing. It finds a removal at most a second afterwards.
     * Meanwhile, connected callers notice nothing, and callers that look the service up wait for it. Another process
     * takes the name only if lock and socket are both gone. See ServiceSocket for why one holder is left then. */

    private final EndpointCore core;
    private final ServiceSocket socket;
    private final ServiceAddress offer;
    private Runnable lost;
    private Acceptor acceptor;
    private Timer nextLook;
    private int looks;
    private String trouble = "";
    private boolean closed;

    /** Takes the name; callers wait until {@link #start}. */
    ServiceListener(EndpointCore core, ServiceAddress offer) {
        this.core = core;
        this.offer = offer;
        this.socket = ServiceSocket.open(core.directory(), offer.name(), BACKLOG, core.disposal());
    }

    /** @param lost called on the monitor's thread, at most once, when another process has the name */
    synchronized void start(Runnable lost) {
        if (!closed) {
            this.lost = lost;
            accept();
            nextLook = core.monitor().schedule(LOOK_NS, this::look);
        }
    }

    private void accept() {
        acceptor = Acceptor.start(
                core.monitor(),
                socket.descriptor(),
                this::acceptOne,
                fd -> Handshake.greet(core, fd, offer),
                core.disposal());
    }

    private int acceptOne() {
        core.disposal().requireRoom();
        return socket.accept();
    }

    /** On the monitor's thread. */
    private void look() {
        if (isLost()) {
            Log.get()
                    .log(
                            Level.ERROR,
                            "The service \"{0}\" is not offered any more: its files were removed from {1}, and {2} has"
                                    + " taken the name. Its export is ended. Keep cleaners of temporary files out of that"
                                    + " directory.",
                            offer.name(),
                            core.directory(),
                            socket.holder());
            lost.run();
        }
    }

    private synchronized boolean isLost() {
        if (closed) {
            return false;
        }
        try {
            ServiceSocket.Look found = socket.look();
            switch (found) {
                case SOCKET_GONE -> {
                    stopAccepting(); // nobody can connect to a socket without a name
                    socket.listenAnew();
                    restored();
                }
                case RESTORED -> restored();
                case IN_PLACE -> refreshNowAndThen();
                case UNSETTLED -> {} // the next look will tell
                case LOST -> {
                    return true;
                }
            }
            if (acceptor == null) {
                accept();
            }
        } catch (RuntimeException e) { // the next look may succeed
            troubled(e.getMessage());
        }
        nextLook = core.monitor().schedule(LOOK_NS, this::look);
        return false;
    }

    private void stopAccepting() {
        if (acceptor != null) {
            acceptor.close();
            acceptor = null;
        }
    }

    private void restored() {
        trouble = "";
        Log.get()
                .log(
                        Level.WARNING,
                        "Files of the service \"{0}\" were removed from {1} and have been restored. Keep cleaners of"
                                + " temporary files out of that directory.",
                        offer.name(),
                        core.directory());
    }

    private void refreshNowAndThen() {
        trouble = "";
        if (++looks % LOOKS_PER_REFRESH == 0) {
            try {
                socket.refresh();
            } catch (OsException e) {
                Log.get()
                        .log(
                                Level.DEBUG,
                                "The times of the files of \"{0}\" stay old: {1}",
                                offer.name(),
                                e.getMessage());
            }
        }
    }

    /** Warns once for each cause. Connected callers go on calling meanwhile. */
    private void troubled(String cause) {
        if (!trouble.equals(cause)) {
            trouble = cause;
            Log.get()
                    .log(
                            Level.WARNING,
                            "Files of the service \"{0}\" were removed from {1} and cannot be restored, so new callers"
                                    + " do not find it: {2} This is tried again every second.",
                            offer.name(),
                            core.directory(),
                            cause);
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            stopAccepting();
            if (nextLook != null) {
                nextLook.cancel();
            }
            socket.close();
        }
    }
}
