// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stub;

import io.nearcall.NearcallException;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.internal.balance.Balancer;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.lane.LaneConnection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** The places of a balanced service, of which {@link Balancer} chooses one for each call. Any thread. */
final class BalancedPlaces implements Balancer.Tasks<BalancedPlace> {

    /* What takes time is done by tasks on other threads: to list the places, and to look for the service at each place where
     * it cannot be called. Calls start these tasks when they are due. Whoever waits for a place looks every LOOK_NS, and is
     * woken when a task ends. */

    private final BalancedTarget.Source source;
    private final Function<String, BalancedPlace> newPlace;
    private final Balancer<BalancedPlace> balancer = new Balancer<>(this, System.nanoTime());
    private final ReentrantLock waiting = new ReentrantLock();
    private final Condition changed = waiting.newCondition();
    private volatile String unlisted = ""; // why the places cannot be listed
    private volatile boolean listed; // or it has been tried
    private volatile boolean wasReady;

    BalancedPlaces(BalancedTarget.Source source, Function<String, BalancedPlace> newPlace) {
        this.source = source;
        this.newPlace = newPlace;
    }

    /** Begins with the places that another stub of the service knows. */
    void like(BalancedPlaces other, Function<BalancedPlace, BalancedPlace> same) {
        List<BalancedPlace> places = new ArrayList<>();
        for (BalancedPlace place : other.balancer.all()) {
            places.add(same.apply(place));
        }
        balancer.know(places);
        wasReady = other.wasReady;
    }

    /** Whether the service could be called before. */
    boolean wasReady() {
        return wasReady;
    }

    /** Returns a place where a call can be made, or null if there is none now. */
    BalancedPlace choose() {
        BalancedPlace place = balancer.choose(System.nanoTime(), ThreadLocalRandom.current());
        if (place != null && !wasReady) {
            wasReady = true;
        }
        return place;
    }

    /** Returns the place to which that connection leads, while it lives; or null. */
    BalancedPlace over(LaneConnection link) {
        for (BalancedPlace place : balancer.all()) {
            Route current = place.route();
            if (current != null && current.link == link && place.isReady()) {
                return place;
            }
        }
        return null;
    }

    /** Returns the id of the service's object at the other end of that connection, or -1. */
    int objectIdOver(LaneConnection link) {
        for (BalancedPlace place : balancer.all()) {
            Route current = place.known();
            if (current != null && current.link == link) {
                return current.objectId;
            }
        }
        return -1;
    }

    /**
     * As {@link #choose}, but waits for a place until {@code endNs}.
     *
     * @param triesAll whether to wait in any case until the service has been looked for at all places
     * @throws RuntimeException if all places refuse, for reasons that do not pass
     */
    BalancedPlace await(long endNs, boolean triesAll) throws InterruptedException {
        waiting.lock();
        try {
            while (true) {
                balancer.look(System.nanoTime());
                BalancedPlace chosen = choose();
                if (chosen != null) {
                    return chosen;
                }
                requireHope();
                long leftNs = Deadlines.remainingNs(endNs);
                if (leftNs == 0 && !(triesAll && isSeeking())) {
                    return null;
                }
                changed.awaitNanos(leftNs == 0 ? Balancer.LOOK_NS : Math.min(leftNs, Balancer.LOOK_NS));
            }
        } finally {
            waiting.unlock();
        }
    }

    private void requireHope() {
        RuntimeException first = null;
        for (BalancedPlace place : balancer.all()) {
            RuntimeException refusal = place.attempts().isRunning() ? null : place.refusal();
            if (refusal == null) {
                return;
            }
            first = first == null ? refusal : first;
        }
        if (first != null) {
            throw first;
        }
    }

    /** Whether there is a place where the service has not been looked for, or the places are not known yet. */
    private boolean isSeeking() {
        for (BalancedPlace place : balancer.all()) {
            if (!place.wasSought()) {
                return true;
            }
        }
        return !listed;
    }

    @Override
    public void list() {
        start(this::listNow, () -> balancer.listed(false, System.nanoTime()));
    }

    @Override
    public void seek(BalancedPlace place) {
        start(place::seek, place.attempts()::giveUp);
    }

    /** @param otherwise is run if there is no thread for the task now */
    private void start(Runnable task, Runnable otherwise) {
        boolean started = false;
        try {
            source.execute(() -> {
                try {
                    task.run();
                } finally {
                    tell();
                }
            });
            started = true;
        } catch (OutOfMemoryError e) {
            // no thread can be had: a later look tries again
        } finally {
            if (!started) {
                otherwise.run();
            }
        }
    }

    private void tell() {
        waiting.lock();
        try {
            changed.signalAll();
        } finally {
            waiting.unlock();
        }
    }

    private void listNow() {
        boolean found = false;
        try {
            balancer.know(source.places(), newPlace);
            unlisted = "";
            found = true;
        } catch (IOException | RuntimeException e) {
            unlisted = e.toString(); // those that are known remain
        } finally {
            listed = true;
            balancer.listed(found, System.nanoTime());
        }
    }

    /**
     * Why the service cannot be called.
     *
     * @param address of the service, in words
     * @param waitedNs how long it was waited for
     */
    NearcallException unreachable(String serviceName, String address, long waitedNs) {
        List<BalancedPlace> all = balancer.all();
        NearcallException reason = null;
        for (BalancedPlace place : all) {
            if (reason == null && place.known() != null) {
                reason = place.link().lost(Long.MAX_VALUE, null, true);
            }
        }
        if (reason == null) {
            String obstacle = all.isEmpty()
                    ? "its addresses are not known" + (unlisted.isEmpty() ? "" : " (" + unlisted + ")")
                    : "it was reached at none of " + all.size() + " addresses (the suppressed exceptions say why)";
            reason = ServiceNotFoundException.ofOtherHost(serviceName, address, waitedNs, obstacle);
        }
        for (BalancedPlace place : all) {
            RuntimeException failure = place.failure();
            if (failure != null) {
                reason.addSuppressed(failure);
            }
        }
        return reason;
    }
}
