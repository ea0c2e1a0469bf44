// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spi;

/**
 * Sees the calls of an endpoint's exported objects before their methods run: synchronous calls, futures, one-way calls
 * and callbacks. Use it to decide who may call what, or to put something on the method's thread, such as a logger's
 * diagnostic context.
 */
@FunctionalInterface
public interface ServerInterceptor {

    /**
     * Called when the arguments of a call have been read and its method is about to run. It runs on the method's
     * thread. {@link io.nearcall.Caller#current()} tells who calls, and {@link io.nearcall.Context#current()} tells
     * what travelled with the call.
     *
     * @return a resource that is closed on the same thread when the method has returned or thrown, the last one first;
     *     null for none. Exceptions of its {@code close()} are logged
     * @throws RuntimeException to refuse the call: the method does not run, and the caller gets the exception as if the
     *     method had thrown it. Exceptions of the JDK, such as {@link SecurityException}, and allowed classes arrive as
     *     themselves
     */
    AutoCloseable called(CallInfo call);

    /**
     * Returns whether to show this interceptor the call whose method the current thread is about to run. {@link
     * io.nearcall.Context#current()} has what travelled with the call. The rules of {@link
     * ClientInterceptor#isInterested} apply.
     */
    default boolean isInterested() {
        return true;
    }
}
