// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import io.nearcall.Endpoint;
import io.nearcall.bench.trade.Trade;
import java.util.ArrayList;
import java.util.List;

/** The client JVM of idle connections. It calls once over each connection, and keeps it. */
public final class IdleClientMain {

    private final String beginning;
    private final int services;
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final List<Trade> trades = new ArrayList<>();

    private IdleClientMain(String beginning, int services) {
        this.beginning = beginning;
        this.services = services;
    }

    /**
     * Arguments: the common beginning of the services' names, and the number of services. If there is one service, each
     * connection has its own endpoint on this side. Otherwise all connections have the same endpoint.
     */
    public static void main(String[] args) throws Exception {
        IdleClientMain client = new IdleClientMain(args[0], Integer.parseInt(args[1]));
        IdleCommands.serve(
                command -> client.connect(Integer.parseInt(command)), () -> client.endpoints.forEach(Endpoint::close));
    }

    private void connect(int count) {
        for (int i = 0; i < count; i++) {
            if (services == 1 || endpoints.isEmpty()) {
                endpoints.add(Endpoint.open());
            }
            String name = IdleServerMain.name(beginning, trades.size() % services);
            Trade trade = endpoints.get(endpoints.size() - 1).lookup(Trade.class, "shm:" + name);
            trade.ping();
            trades.add(trade);
        }
    }
}
