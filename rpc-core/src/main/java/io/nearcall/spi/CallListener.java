// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spi;

/**
 * Is told of the calls of an endpoint, on both sides: for metrics and logs. It is called on the threads of the calls,
 * which wait for it meanwhile. What it throws is logged and does the call no harm.
 */
public interface CallListener {

    /** A call begins: on the client's side before interceptors see it, on the server's when its arguments have been read. */
    default void started(CallInfo call) {}

    /**
     * A call has ended. On the client's side its result has been read, its future has completed, or, if it is one-way, it
     * has been sent. On the server's its method has returned or thrown, or the stage that it returned has completed; the
     * answer may still fail.
     *
     * @param call the same object as when it started
     * @param durationNs since it started
     * @param failure what the caller is thrown, or what the method threw; null if all went well. A {@link
     *     io.nearcall.NearcallException} says how far the call came
     */
    void ended(CallInfo call, long durationNs, Throwable failure);
}
