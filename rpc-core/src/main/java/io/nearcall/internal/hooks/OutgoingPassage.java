// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.hooks;

import io.nearcall.internal.context.Metadata;

/** A client interceptor that also passes metadata on with calls that nobody observes. Throws nothing. */
public interface OutgoingPassage {

    /**
     * Takes the place of {@link io.nearcall.spi.ClientInterceptor#isInterested}.
     *
     * @param own the metadata that the call carries anyway
     */
    boolean isInterested(Metadata own);

    /**
     * Returns the metadata of a call that the current thread is about to make, and that no observer is shown.
     *
     * @param own the metadata that the call carries anyway; to be returned if there is nothing to add
     */
    Metadata passedOn(Metadata own);
}
