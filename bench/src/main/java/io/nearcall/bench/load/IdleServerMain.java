// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import io.nearcall.Endpoint;
import io.nearcall.bench.trade.Trade;
import io.nearcall.bench.trade.TradeDesk;
import java.util.ArrayList;
import java.util.List;

/** The server JVM of idle connections: some services, each with its own endpoint. */
public final class IdleServerMain {

    private IdleServerMain() {}

    /** Arguments: the common beginning of the services' names, and the number of services. */
    public static void main(String[] args) throws Exception {
        List<Endpoint> endpoints = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            Endpoint endpoint = Endpoint.open();
            endpoint.export(Trade.class, new TradeDesk(), name(args[0], i));
            endpoints.add(endpoint);
        }
        IdleCommands.serve(command -> {}, () -> endpoints.forEach(Endpoint::close));
    }

    static String name(String beginning, int number) {
        return beginning + "-" + number;
    }
}
