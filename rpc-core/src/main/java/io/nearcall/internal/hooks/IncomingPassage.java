// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.hooks;

/** A server interceptor that also puts something on the threads of methods that nobody observes. */
public interface IncomingPassage {

    /**
     * Called when the current thread is about to run a method that no observer is told of. Throws nothing.
     *
     * @return closed on the same thread when the call has been answered; null for nothing
     */
    AutoCloseable entered();
}
