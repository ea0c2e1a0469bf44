// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart;

import io.nearcall.Endpoint;
import io.nearcall.samples.quickstart.comparison.Comparison;
import io.nearcall.samples.quickstart.comparison.Opponents;
import java.util.Map;

/** Offers the order service until it is stopped. */
public final class Server {

    private Server() {}

    public static void main(String[] args) throws Exception {
        Warehouse warehouse = new Warehouse(Map.of("lamp", 3, "chair", 8, "e-book", Integer.MAX_VALUE));
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(Comparison.class, new Opponents(warehouse)); // only for the last line of the client
            endpoint.export(Orders.class, warehouse);
            System.out.println("The order service is open.");
            endpoint.awaitClose();
        }
    }
}
