// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.hooks;

import io.nearcall.internal.context.Metadata;

/** A client interceptor that also passes metadata on with calls that nobody observes. */
public interface OutgoingPassage {

    /**
     * Returns the metadata of a call that the current thread is about to make, and that no observer is shown.
     *
     * @param own the metadata that the call carries anyway; to be returned if there is nothing to add
     */
    Metadata passedOn(Metadata own);
}
