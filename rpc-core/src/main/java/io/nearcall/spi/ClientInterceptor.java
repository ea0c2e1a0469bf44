// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spi;

/**
 * Sees the calls that an endpoint's stubs make before they are sent: synchronous calls, futures, one-way calls and
 * callbacks. Use it for what every call carries, such as the identity of a trace.
 */
@FunctionalInterface
public interface ClientInterceptor {

    /**
     * Called when a call is about to be made, on the caller's thread and with its {@link
     * io.nearcall.Context#current()}. Calls that this method makes go through interceptors too.
     *
     * @throws RuntimeException to refuse the call: the caller, or its future, gets the exception, and nothing has been
     *     sent
     */
    void calling(OutgoingCall call);

    /**
     * Returns whether to show this interceptor the call that the current thread is about to make, in its {@link
     * io.nearcall.Context#current()}. Called before anything is made for observers. If all listeners and interceptors
     * of the endpoint return false, the call costs hardly more than without them, and none is told of it. If one
     * returns true, all are told. An exception counts as true.
     */
    default boolean isInterested() {
        return true;
    }
}
