// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.windows;

import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.WindowsException;
import io.nearcall.ipc.os.windows.Mailslots;
import java.nio.ByteBuffer;

/** A sender to a {@link Mailslot}. Safe for use by any number of threads. Sending does not block. */
public final class MailslotSink extends HandleOwner {

    private MailslotSink(String name, long handle) {
        super(name, handle);
    }

    /**
     * @throws OsException ENOENT if there is no mailslot of that name; EACCES if it refuses this user; whose it is is not
     *     checked
     */
    public static MailslotSink open(String name) {
        return new MailslotSink(name, Mailslots.open(name));
    }

    /**
     * Sends a message.
     *
     * @param message all that remains of a direct buffer; its position and limit stay
     * @throws IllegalArgumentException if the buffer is not direct
     * @throws OsException EIO if the message is longer than the mailslot takes; ENOENT or EIO if its process has closed
     *     it
     */
    public void send(ByteBuffer message) {
        long handle = enter();
        try {
            int sent = Mailslots.send(handle, message, message.position(), message.remaining());
            if (sent < 0) {
                throw new WindowsException("WriteFile", -sent, name());
            }
        } finally {
            leave();
        }
    }
}
