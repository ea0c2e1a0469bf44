// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.call;

import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.ipc.os.Credentials;
import java.util.function.Consumer;

/** The other side of a connection, as a method that runs for it may know it. Any thread. */
public interface Peer {

    /** Who the peer is. */
    Credentials credentials();

    /** The name that the peer has proven to have, if it is on another host; otherwise empty. */
    default String principal() {
        return "";
    }

    /** The mechanism that carries the lanes, such as {@code shm}. */
    String channel();

    /** Has something done when the connection has ended. Returns a task that takes the action back. */
    Runnable onEnd(Consumer<? super Loss> action);
}
