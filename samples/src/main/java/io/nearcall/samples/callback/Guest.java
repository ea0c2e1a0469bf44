// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.callback;

import io.nearcall.RemoteObject;

/** The interface that the client implements. {@code @RemoteObject} makes its objects travel by reference. */
@RemoteObject
public interface Guest {

    boolean likes(String ingredient);

    /** @throws SentBack if the guest refuses the dish; the cook need not handle it */
    void taste(String dish) throws SentBack;
}
