// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.hooks;

import io.nearcall.internal.context.Metadata;

/** A client interceptor that also passes metadata on with calls that nobody observes. Throws nothing. */
public interface OutgoingPassage {

    /**
     * Takes the place of {@link io.nearcall.spi.ClientInterceptor#isInterested}. Returns the metadata with which the
     * current thread is to make a call that no observer is shown; null if this one wants to be shown the call.
     *
     * @param own the metadata that the call carries anyway; to be returned if there is nothing to add
     */
    Metadata passedOn(Metadata own);
}
