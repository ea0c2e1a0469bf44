// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Servers, clients and the network between them, in virtual time. One thread. */
final class Fleet {

    static final long SECOND_NS = 1_000_000_000;

    private final FleetPlan plan;
    private final Timeline timeline = new Timeline();
    private final RandomGenerator random;
    private final FleetLoad load;
    private final List<FleetServer> servers = new ArrayList<>();
    private List<String> places = List.of(); // as clients can find them

    /** A fleet whose clients begin to call in the course of the first second. */
    Fleet(FleetPlan plan) {
        this.plan = plan;
        this.random = new SplittableRandom(plan.seed());
        this.load = new FleetLoad(timeline);
        add(plan.servers());
        for (int i = 0; i < plan.clients(); i++) {
            FleetClient client = new FleetClient(this, new UUID(random.nextLong(), random.nextLong()));
            timeline.after(random.nextLong(SECOND_NS), client::begin);
        }
    }

    /** Adds servers, which clients find when they list the places again. */
    void add(int count) {
        List<String> all = new ArrayList<>(places);
        for (int i = 0; i < count; i++) {
            FleetServer server = new FleetServer(this, servers.size());
            servers.add(server);
            all.add(server.place());
        }
        places = List.copyOf(all);
    }

    /** Lets that much time pass. */
    void run(long durationNs) {
        timeline.runUntil(timeline.nowNs() + durationNs);
    }

    FleetPlan plan() {
        return plan;
    }

    Timeline timeline() {
        return timeline;
    }

    RandomGenerator random() {
        return random;
    }

    FleetLoad load() {
        return load;
    }

    List<String> places() {
        return places;
    }

    List<FleetServer> servers() {
        return servers;
    }

    FleetServer server(String place) {
        return servers.get(FleetServer.number(place));
    }
}
