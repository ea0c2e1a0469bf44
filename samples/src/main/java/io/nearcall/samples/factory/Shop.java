// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.factory;

import io.nearcall.RemoteService;
import java.util.List;

/** The service that clients look up. It makes the objects that clients then work with. */
@RemoteService("shop")
public interface Shop {

    /** Makes a cart for the caller. Nobody else can reach the cart, because nobody else has a reference to it. */
    Cart cart(String customer);

    /** Lists the existing carts, by customer. Collects garbage first, so the answer is up to date. */
    List<Visit> visits();

    /**
     * A cart as the shop sees it.
     *
     * @param pid the process of the customer
     */
    record Visit(String customer, int pid, int pieces) {}
}
