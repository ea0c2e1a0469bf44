// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.fleet;

import io.nearcall.internal.balance.Attempts;
import io.nearcall.internal.balance.Balancer;
import io.nearcall.internal.balance.Pace;

/** One server, as one client sees it. */
final class FleetPlace implements Balancer.Place {

    /** A new session takes the way three times before the server has something to do: TCP, then TLS. */
    private static final long CONNECT_NS = 3 * FleetPlan.WAY_NS;

    private final Fleet fleet;
    private final FleetClient client;
    private final FleetServer server;
    private final Attempts attempts;
    private final Pace pace;
    private FleetSession session; // null if there has been none

    FleetPlace(Fleet fleet, FleetClient client, FleetServer server) {
        this.fleet = fleet;
        this.client = client;
        this.server = server;
        this.attempts = new Attempts(fleet.timeline().nowNs());
        this.pace = new Pace(fleet.timeline().nowNs());
    }

    @Override
    public String place() {
        return server.place();
    }

    @Override
    public boolean isReady() {
        return session != null && session.isOpen();
    }

    @Override
    public boolean isWelcome() {
        return session != null && session.isOpen() && !session.isLeft();
    }

    @Override
    public int inFlight() {
        return session.inFlight();
    }

    @Override
    public Attempts attempts() {
        return attempts;
    }

    @Override
    public Pace pace() {
        return pace;
    }

    /** Whether that is the session through which the client would call the server. */
    boolean isIn(FleetSession other) {
        return session == other && client.knows(this);
    }

    void call(long begunNs) {
        session.call(begunNs);
    }

    /** Begins an attempt to reach the server. */
    void seek() {
        fleet.timeline().after(CONNECT_NS, () -> server.greet(this));
    }

    void reached(FleetSession found) {
        session = found;
        attempts.end(isWelcome(), fleet.timeline().nowNs(), fleet.random());
    }

    void notReached() {
        fleet.load().vainAttempt();
        attempts.end(false, fleet.timeline().nowNs(), fleet.random());
    }
}
