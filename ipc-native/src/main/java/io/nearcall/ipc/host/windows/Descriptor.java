// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host.windows;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;

/** Something that a poller watches. Any thread, except as {@link #close} says. */
abstract class Descriptor {

    /** Bits of {@link io.nearcall.ipc.host.Polling}: what is ready now. May begin to look for more. */
    abstract int readiness();

    /** The object that is signalled when something may be ready, after {@link #readiness()} has said that it is not. */
    abstract long readable();

    /** The same for room to write. */
    long writable() {
        throw new OsException("poll", Errno.EINVAL, this + " cannot be written to");
    }

    /** Gives everything back. To be called once, when no poller watches it and no thread uses it any more. */
    abstract void close();
}
