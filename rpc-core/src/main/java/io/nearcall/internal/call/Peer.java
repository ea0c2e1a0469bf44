// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.call;

import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.ipc.os.Credentials;
import java.util.function.Consumer;

/** The other side of a connection, as a method that runs for it may know it. Any thread. */
public interface Peer {

    /** Who it is. */
    Credentials credentials();

    /** The name that it has proven to have, if it is of another host; otherwise empty. */
    default String principal() {
        return "";
    }

    /** The mechanism that carries the lanes, such as {@code shm}. */
    String channel();

    /** Has something done when the connection has ended; returns what forgets it. */
    Runnable onEnd(Consumer<? super Loss> action);
}
