// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.windows;

import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.WindowsException;
import io.nearcall.ipc.os.windows.ErrorCodes;
import io.nearcall.ipc.os.windows.Messages;
import java.nio.ByteBuffer;
import java.time.Duration;

/** A sender to a {@link DataCopyInbox}. Needs no closing. Safe for use by any number of threads. */
public final class DataCopySender {

    private static final long LONGEST_MS = 60_000;

    private final String name;
    private final long window;

    private DataCopySender(String name, long window) {
        this.name = name;
        this.window = window;
    }

    /**
     * Finds an inbox.
     *
     * @throws OsException ENOENT if there is none of that name; EACCES if it is another user's
     */
    public static DataCopySender find(String name) {
        DataCopySender sender = new DataCopySender(name, Messages.find(name));
        try (PeerHandle peer = PeerHandle.open(sender.receiverPid())) {
            if (!peer.isOfThisUser()) {
                throw new WindowsException("FindWindow", ErrorCodes.INVALID_OWNER, name + " is another user's");
            }
        }
        return sender;
    }

    /** Returns the id of the process that receives. */
    public int receiverPid() {
        return Messages.pid(window);
    }

    /**
     * Sends a message, and waits until Windows has handed it to the receiver. Blocks for that time at most, and for a
     * minute at most; an interrupt does not end it.
     *
     * @param message all that remains of a direct buffer; its position and limit stay
     * @return false if the receiver has no room, or takes no message of that length
     * @throws IllegalArgumentException if the buffer is not direct
     * @throws OsException ETIMEDOUT if the receiver has not taken it in time: it may do so later, or not; another one if
     *     the receiver has gone
     */
    public boolean send(ByteBuffer message, Duration limit) {
        int timeoutMs = (int) Math.min(LONGEST_MS, Math.max(1, HandleOwner.limitNs(limit) / 1_000_000));
        int taken = Messages.send(window, message, message.position(), message.remaining(), timeoutMs);
        if (taken < 0) {
            throw new WindowsException("SendMessage(WM_COPYDATA)", -taken, name);
        }
        return taken == 1;
    }

    @Override
    public String toString() {
        return "DataCopySender[" + name + "]";
    }
}
