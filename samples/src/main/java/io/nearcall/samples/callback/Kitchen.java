// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.callback;

import io.nearcall.ByRef;
import io.nearcall.RemoteService;

/** What the server offers. Both methods are given objects of the client's, by reference. */
@RemoteService("kitchen")
public interface Kitchen {

    /**
     * Cooks a dish, and asks the guest meanwhile. Returns the dish in words.
     *
     * @throws SentBack if the guest does not like it
     */
    String cook(String dish, Guest guest) throws SentBack;

    /** Runs something after a while, long after this call has returned. */
    void remind(int afterMs, @ByRef Runnable bell);
}
