// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spi;

/**
 * Observes the calls of an endpoint on both sides, for metrics and logs. It is called on the threads of the calls,
 * which wait for it. Exceptions that it throws are logged and do not affect the call.
 */
public interface CallListener {

    /**
     * Called when a call begins. On the client's side, interceptors have not seen the call yet. On the server's side,
     * its arguments have been read.
     */
    default void started(CallInfo call) {}

    /**
     * Returns whether to tell this listener of the call that the current thread is about to make, or whose method it is
     * about to run. The rules of {@link ClientInterceptor#isInterested} apply.
     */
    default boolean isInterested(CallInfo.Side side) {
        return true;
    }

    /**
     * Called when a call has ended. On the client's side, its result has been read, its future has completed, or, if it
     * is one-way, it has been sent. On the server's side, its method has returned or thrown, or the stage that the
     * method returned has completed. The answer may still fail.
     *
     * @param call the same object as when the call started
     * @param durationNs the time since the call started, in nanoseconds
     * @param failure what is thrown to the caller, or what the method threw; null if the call succeeded. A {@link
     *     io.nearcall.NearcallException} says how far the call came
     */
    void ended(CallInfo call, long durationNs, Throwable failure);
}
