// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.callback;

import io.nearcall.RemoteObject;

/** What the client implements. An object of such a class travels by reference, because its interface says so. */
@RemoteObject
public interface Guest {

    boolean likes(String ingredient);

    /** @throws SentBack if the dish is not to be served; the cook need not know what becomes of that */
    void taste(String dish) throws SentBack;
}
