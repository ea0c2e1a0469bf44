// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.callback;

import io.nearcall.ByRef;
import io.nearcall.RemoteService;

/** The service that the server offers. Both methods receive objects of the client by reference. */
@RemoteService("kitchen")
public interface Kitchen {

    /**
     * Cooks a dish, and calls the guest back meanwhile.
     *
     * @return the dish in words
     * @throws SentBack if the guest does not like the dish
     */
    String cook(String dish, Guest guest) throws SentBack;

    /** Runs something after a delay, long after this call has returned. */
    void remind(int afterMs, @ByRef Runnable bell);
}
