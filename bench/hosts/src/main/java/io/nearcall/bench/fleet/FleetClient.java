// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.fleet;

import io.nearcall.internal.balance.Balancer;
import io.nearcall.internal.balance.Subset;
import java.util.UUID;

/** A client, which calls at random moments and does not wait for one call before it makes the next. */
final class FleetClient implements Balancer.Tasks<FleetPlace> {

    /** For the places to be listed. */
    private static final long LIST_NS = 1_000_000;

    /** How long a call waits for a place: the first ones, and later ones that are not idempotent. */
    private static final long FIRST_PATIENCE_NS = 10_000_000_000L;

    private static final long PATIENCE_NS = 300_000_000;

    private final Fleet fleet;
    private final UUID id;
    private final Balancer<FleetPlace> balancer;
    private final Runnable next = this::next;
    private boolean wasReady;

    FleetClient(Fleet fleet, UUID id) {
        this.fleet = fleet;
        this.id = id;
        this.balancer = new Balancer<>(this, fleet.timeline().nowNs());
    }

    /** Makes the first call, and those that follow. */
    void begin() {
        next();
    }

    private void next() {
        double gapNs = Fleet.SECOND_NS / fleet.plan().callsPerSecond();
        fleet.timeline().after((long) (gapNs * fleet.random().nextExponential()), next);
        call(fleet.timeline().nowNs());
    }

    private void call(long begunNs) {
        long nowNs = fleet.timeline().nowNs();
        FleetPlace place = balancer.choose(nowNs, fleet.random());
        if (place != null) {
            wasReady = true;
            place.call(begunNs);
        } else if (nowNs - begunNs < (wasReady ? PATIENCE_NS : FIRST_PATIENCE_NS)) {
            fleet.timeline().after(Balancer.LOOK_NS / 10, () -> call(begunNs));
        } else {
            fleet.load().failed(1);
        }
    }

    boolean knows(FleetPlace place) {
        return balancer.all().contains(place);
    }

    @Override
    public void list() {
        fleet.timeline().after(LIST_NS, () -> {
            balancer.know(
                    Subset.of(fleet.places(), id, fleet.plan().sessions()),
                    place -> new FleetPlace(fleet, this, fleet.server(place)));
            balancer.listed(true, fleet.timeline().nowNs());
        });
    }

    @Override
    public void seek(FleetPlace place) {
        place.seek();
    }
}
