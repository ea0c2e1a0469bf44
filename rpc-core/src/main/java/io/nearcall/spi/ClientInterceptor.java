// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spi;

/**
 * Sees the calls that an endpoint's stubs make before they are sent: synchronous ones, futures, one-way calls, and callbacks.
 * For what every call is to take along, such as a trace's identity.
 */
@FunctionalInterface
public interface ClientInterceptor {

    /**
     * A call is about to be made. On the caller's thread, whose {@link io.nearcall.Context#current()} it sees. What this
     * calls itself goes through interceptors, too.
     *
     * @throws RuntimeException to refuse the call: thrown to the caller, or into his future; nothing has been sent
     */
    void calling(OutgoingCall call);
}
