// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.fleet;

/** A session of a client with a server, as the client knows it. */
final class FleetSession {

    private final Fleet fleet;
    private final FleetServer server;
    private final FleetPlace place;
    private final int life;
    private int inFlight;
    private boolean left;
    private boolean closed;
    private boolean lost;

    /** Begins with the server's present life. */
    FleetSession(Fleet fleet, FleetServer server, FleetPlace place) {
        this.fleet = fleet;
        this.server = server;
        this.place = place;
        this.life = server.life();
    }

    int life() {
        return life;
    }

    int inFlight() {
        return inFlight;
    }

    boolean isOpen() {
        return !closed && !lost;
    }

    boolean isLeft() {
        return left;
    }

    /** Whether the client still calls through it, rather than having given up the place. */
    boolean isUsed() {
        return isOpen() && place.isIn(this);
    }

    void call(long begunNs) {
        inFlight++;
        fleet.load().called(server.number());
        fleet.timeline().after(FleetPlan.WAY_NS, () -> server.take(this, begunNs));
    }

    void answered(long begunNs) {
        if (!lost) {
            inFlight--;
            fleet.load().answered(fleet.timeline().nowNs() - begunNs);
        }
    }

    void refused() {
        if (!lost) {
            inFlight--;
            fleet.load().failed(1);
        }
    }

    /** The server asks to be called no more. */
    void leave() {
        left = true;
    }

    /** The server has said goodbye. */
    void close() {
        closed = true;
    }

    /** All calls that are on the way fail. */
    void lose() {
        lost = true;
        fleet.load().failed(inFlight);
        inFlight = 0;
    }
}
