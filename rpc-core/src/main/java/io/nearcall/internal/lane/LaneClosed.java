// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.ipc.channel.WaitResult;

/** The connection ended in the middle of a message: there is nobody to answer. Without a stack, never logged. */
public class LaneClosed extends RuntimeException {

    private static final long serialVersionUID = 1L;

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
     * Until when to wait, on a thread that is the lane's own, for the rest of a message, an answer within a call, or room for
     * ours: the caller's deadline ends the call for the caller, and the connection's end ends it for this side. A thread that
     * others need has {@link MessagePatience}.
     */
    public static long neverNs() {
        return System.nanoTime() + Long.MAX_VALUE / 2;
    }
}
