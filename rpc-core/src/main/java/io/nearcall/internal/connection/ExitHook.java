// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.dispatch.RuntimeThreads;
import io.nearcall.ipc.wait.WaitSlices;

/** Closes an endpoint before its JVM ends, so its peers are told and its names leave the directory. Any thread. */
final class ExitHook implements Runnable {

    /** More time than closing takes. Other hooks of the program may take longer. */
    private static final long EXIT_NS = 2 * Connections.CLOSE_NS;

    private final EndpointCore core;
    private final Thread hook = RuntimeThreads.daemon(this, "nearcall-exit");
    private volatile boolean exiting;

    ExitHook(EndpointCore core) {
        this.core = core;
    }

    void add() {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            core.close(); // the JVM is ending already
        }
    }

    @Override
    public void run() {
        exiting = true;
        core.close();
        try {
            core.awaitClose(EXIT_NS); // another thread may have begun to close it
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits if the JVM is ending, so a program that is ended while it starts does not see its next export fail. */
    void awaitExit() {
        long deadlineNs = Deadlines.after(EXIT_NS);
        while (exiting && Thread.currentThread() != hook && Deadlines.remainingNs(deadlineNs) > 0) {
            WaitSlices.park(Deadlines.remainingNs(deadlineNs)); // an interrupted thread waits too
        }
    }

    /** The endpoint has been closed. */
    void forget() {
        if (Thread.currentThread() != hook) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // the JVM is ending, and the hook waits for us
            }
        }
    }
}
