// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.hooks;

import io.nearcall.internal.context.Metadata;

/** A server interceptor that also puts something on the threads of methods that nobody observes. Throws nothing. */
public interface IncomingPassage {

    /** Takes the place of {@link io.nearcall.spi.ServerInterceptor#isInterested}, given what came with the call. */
    boolean isInterested(Metadata arrived);

    /**
     * Called when the current thread is about to run a method that no observer is told of.
     *
     * @return closed on the same thread when the call has been answered; null for nothing
     */
    default AutoCloseable entered(Metadata arrived) {
        return null;
    }
}
