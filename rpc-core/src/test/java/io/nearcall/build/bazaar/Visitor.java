// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build.bazaar;

import io.nearcall.Endpoint;
import io.nearcall.Remotes;
import io.nearcall.build.bazaar.Bazaar.Gossip;
import io.nearcall.build.bazaar.Bazaar.Haggler;
import java.util.List;

/** Calls every method of a bazaar from another endpoint, and prints a line for each answer, and the classes of the stubs. */
public final class Visitor {

    private Visitor() {}

    public static void main(String[] arguments) {
        try (Endpoint server = Endpoint.open();
                Endpoint client = Endpoint.open()) {
            server.export(Bazaar.class, new Merchants());
            client.prepare(Gossip.class);
            Bazaar bazaar = client.lookup(Bazaar.class);
            System.out.println(bazaar.find("kilim").name());
            System.out.println(bazaar.findAll(List.of(new Bazaar.Rug("gabbeh", 3))));
            System.out.println(bazaar.knots("kilim"));
            System.out.println(bazaar.park(new Cart(4)).text());
            Haggler haggler = bazaar.haggler();
            System.out.println(haggler.offer(7));
            Gossip gossip = Remotes.as(haggler, Gossip.class);
            System.out.println(gossip.news());
            System.out.println(gossip.equals(haggler));
            for (Object stub : List.of(bazaar, haggler, gossip)) {
                System.out.println(stub.getClass().getName());
            }
        }
    }
}
