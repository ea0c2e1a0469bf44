// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.ipc.channel.WaitResult;

/**
 * The connection ended in the middle of a message: there is nobody to answer. Has no stack trace, and is never logged.
 */
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
     * A deadline that never comes. It is for the lane's own thread, which waits for the rest of a message, for an
     * answer within a call, or for room for our answer. The caller's deadline ends the call for the caller, and the end
     * of the connection ends it for this side. A thread that others need uses {@link MessagePatience}.
     */
    public static long neverNs() {
        return System.nanoTime() + Long.MAX_VALUE / 2;
    }
}
