// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import io.nearcall.Endpoint;
import io.nearcall.bench.trade.Trade;
import java.util.ArrayList;
import java.util.List;

/** The client JVM of idle connections: calls once over each, and keeps it. */
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
     * Arguments: what the names of the services begin with, and how many there are. If there is one, each connection has an
     * endpoint of its own on this side; otherwise all have the same.
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
