// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spi;

import java.lang.reflect.Method;
import java.util.Map;

/**
 * Describes a call to the observers of calls: what is called, but not its arguments. Arguments are written straight
 * into the channel, and read from it straight onto the operand stack of the method. To show them, they would have to be
 * boxed and kept. There is one object for each call and side, so it can be a key. Any thread.
 */
public interface CallInfo {

    /** The side of a call. */
    enum Side {
        /** The side that makes the call. */
        CLIENT,
        /** The side that runs the method. */
        SERVER
    }

    Side side();

    /** Returns the remote interface. */
    Class<?> type();

    /** Returns the method, as the interface declares it. */
    Method method();

    /**
     * Returns the name under which the object was found. For an object that was passed by reference, it is the simple
     * name of its interface.
     */
    String service();

    /**
     * Returns the process on the other side. On the client's side, it is the process that was called last, if the
     * service has been restarted.
     */
    int peerPid();

    /**
     * Returns the channel that carries the call, such as {@code shm}. On the client's side, it is the channel of the
     * connection that was used last. It is empty before the first call of a service.
     */
    default String channel() {
        return "";
    }

    /**
     * Returns where a called service of other hosts is, as its address names the place: {@code shop.example:7443}. It is
     * empty for services of this host, for objects that were passed by reference, and on the server's side.
     */
    default String target() {
        return "";
    }

    /** Returns the pairs that travel with the call, including those that interceptors have added so far. Unmodifiable. */
    Map<String, String> metadata();
}
