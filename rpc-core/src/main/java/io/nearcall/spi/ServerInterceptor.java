// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spi;

/**
 * Sees the calls of an endpoint's exported objects before their methods run: synchronous ones, futures, one-way calls, and
 * callbacks. For who may call what, and for what a method finds on its thread, such as a logger's diagnostic context.
 */
@FunctionalInterface
public interface ServerInterceptor {

    /**
     * The arguments of a call have been read, and its method is about to run. On the method's thread, where {@link
     * io.nearcall.Caller#current()} tells who calls, and {@link io.nearcall.Context#current()} what came along.
     *
     * @return what is closed when the method has returned or thrown, on the same thread, the last one first; null for
     *     nothing. What it throws is logged
     * @throws RuntimeException to refuse the call: the method does not run, and the caller gets this as if it had thrown it.
     *     Exceptions of the JDK, such as {@link SecurityException}, and allowed classes arrive as themselves
     */
    AutoCloseable called(CallInfo call);
}
