// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.hooks;

import io.nearcall.internal.context.Metadata;

/** What a client interceptor does as well if it has something to pass on with calls that nobody wants to see. */
public interface OutgoingPassage {

    /**
     * Returns what goes along with the call that the current thread is about to make, and that no observer is shown.
     *
     * @param own what goes along by itself; to be returned if nothing is to be added
     */
    Metadata passedOn(Metadata own);
}
