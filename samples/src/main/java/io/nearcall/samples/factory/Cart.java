// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.factory;

import io.nearcall.RemoteObject;

/** An object in the server, one for each customer. The client has a stub of it. */
@RemoteObject
public interface Cart {

    void add(String article, int pieces, int priceCents);

    long totalCents();
}
