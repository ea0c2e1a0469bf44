// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.hooks;

/** What a server interceptor does as well if it puts something on the threads of methods that nobody wants to see. */
public interface IncomingPassage {

    /**
     * The current thread is about to run a method of which no observer is told. Throws nothing.
     *
     * @return is closed on the same thread when the call has been answered; null for nothing
     */
    AutoCloseable entered();
}
