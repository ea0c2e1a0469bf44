// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.factory;

import io.nearcall.RemoteService;
import java.util.List;

/** What is looked up: it makes the objects that clients then work with. */
@RemoteService("shop")
public interface Shop {

    /** A cart of one's own. Nobody else can reach it, for nobody else has a reference to it. */
    Cart cart(String customer);

    /** The carts that there are, by customer. Collects garbage first, so that the answer is up to date. */
    List<Visit> visits();

    /**
     * A cart as the shop sees it.
     *
     * @param pid the customer's process
     */
    record Visit(String customer, int pid, int pieces) {}
}
