// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build.bazaar;

import io.nearcall.ByRef;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;

/** An interface with type parameters, default methods, types of its package and objects of several interfaces. */
@RemoteService("bazaar")
public interface Bazaar extends Catalogue<Bazaar.Rug> {

    Ticket park(Cart cart);

    @ByRef
    Haggler haggler();

    default int knots(String name) {
        return find(name).knots();
    }

    record Rug(String name, int knots) {}

    @RemoteObject
    interface Haggler {
        int offer(int price);
    }

    @RemoteObject
    interface Gossip {
        String news();
    }
}
