// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.ipc.channel.WaitResult;

/** The connection ended in the middle of a message: there is nobody to answer. Without a stack, never logged. */
public class LaneClosed extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final long PATIENCE_NS = 30_000_000_000L;

    private LaneClosed() {
        this("the connection has ended");
    }

    LaneClosed(String message) {
        super(message, null, false, false);
    }

    public static LaneClosed now() {
        return new LaneClosed();
    }

    public static void check(WaitResult result) {
        if (result == WaitResult.CLOSED) {
            throw new LaneClosed();
        }
    }

    /**
     * Until when to wait for a peer that owes us the rest of a message, an answer within a call, or room for ours. On a thread
     * that is the lane's own however long: the caller's deadline ends the call for him, and the connection's end ends it
     * for us. A thread that others need, or wait for, is not to be kept by one peer.
     *
     * @param patient whether the thread is the lane's own
     */
    public static long patienceEndNs(boolean patient) {
        return patient ? neverNs() : System.nanoTime() + PATIENCE_NS;
    }

    /** Waits in the middle of a message end with the message or with the connection: how long is the caller's to say. */
    public static long neverNs() {
        return System.nanoTime() + Long.MAX_VALUE / 2;
    }
}
