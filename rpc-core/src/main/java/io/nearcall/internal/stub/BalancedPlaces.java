// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stub;

import io.nearcall.NearcallException;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.lane.LaneConnection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** The places of a balanced service, of which one is chosen for each call. Any thread. */
final class BalancedPlaces {

    /* What takes time is done by tasks on other threads: to list the places, and to look for the service at each place where
     * it cannot be called. Calls start these tasks when they are due, so that a stub that nobody calls costs nothing. Calls
     * look for due tasks every LOOK_NS. Whoever waits for a place looks as well, and is woken when a task ends. */

    private static final long LOOK_NS = 50_000_000;
    private static final long LIST_NS = 10_000_000_000L;
    private static final long LIST_AGAIN_NS = 1_000_000_000;

    /** The places at one time. */
    private static final class Known implements TwoChoices.Servers {

        final BalancedPlace[] all;

        Known(List<BalancedPlace> all) {
            this.all = all.toArray(new BalancedPlace[0]);
        }

        /** A place whose server asks to be called no more, but still serves; or null. */
        BalancedPlace unwelcome() {
            for (BalancedPlace place : all) {
                if (place.isReady()) {
                    return place;
                }
            }
            return null;
        }

        @Override
        public int count() {
            return all.length;
        }

        @Override
        public boolean isReady(int server) {
            return all[server].isWelcome();
        }

        @Override
        public int inFlight(int server) {
            Route current = all[server].route();
            return current == null ? Integer.MAX_VALUE : current.inFlight();
        }
    }

    private final BalancedTarget.Source source;
    private final Function<String, BalancedPlace> newPlace;
    private final AtomicBoolean listing = new AtomicBoolean();
    private final ReentrantLock waiting = new ReentrantLock();
    private final Condition changed = waiting.newCondition();
    private volatile Known known = new Known(List.of());
    private volatile long lookNs = System.nanoTime(); // when the next look is due
    private volatile long listNs = lookNs; // when the places are to be listed again
    private volatile String unlisted = ""; // why they cannot be listed
    private volatile boolean listed; // or it has been tried
    private volatile boolean wasReady;

    BalancedPlaces(BalancedTarget.Source source, Function<String, BalancedPlace> newPlace) {
        this.source = source;
        this.newPlace = newPlace;
    }

    /** Begins with the places that another stub of the service knows. */
    void like(BalancedPlaces other, Function<BalancedPlace, BalancedPlace> same) {
        List<BalancedPlace> places = new ArrayList<>();
        for (BalancedPlace place : other.known.all) {
            places.add(same.apply(place));
        }
        known = new Known(places);
        wasReady = other.wasReady;
    }

    /** Whether the service could be called before. */
    boolean wasReady() {
        return wasReady;
    }

    /** Returns a place where a call can be made, or null if there is none now. */
    BalancedPlace choose() {
        long nowNs = System.nanoTime();
        if (nowNs - lookNs >= 0) {
            look(nowNs);
        }
        Known now = known;
        int chosen = TwoChoices.choose(now, ThreadLocalRandom.current());
        BalancedPlace place = chosen != TwoChoices.NONE ? now.all[chosen] : now.unwelcome();
        if (place != null && !wasReady) {
            wasReady = true;
        }
        return place;
    }

    /** Returns the place to which that connection leads, while it lives; or null. */
    BalancedPlace over(LaneConnection link) {
        for (BalancedPlace place : known.all) {
            Route current = place.route();
            if (current != null && current.link == link && place.isReady()) {
                return place;
            }
        }
        return null;
    }

    /** Returns the id of the service's object at the other end of that connection, or -1. */
    int objectIdOver(LaneConnection link) {
        for (BalancedPlace place : known.all) {
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
                look(System.nanoTime());
                BalancedPlace chosen = choose();
                if (chosen != null) {
                    return chosen;
                }
                requireHope();
                long leftNs = Deadlines.remainingNs(endNs);
                if (leftNs == 0 && !(triesAll && isSeeking())) {
                    return null;
                }
                changed.awaitNanos(leftNs == 0 ? LOOK_NS : Math.min(leftNs, LOOK_NS));
            }
        } finally {
            waiting.unlock();
        }
    }

    private void requireHope() {
        RuntimeException first = null;
        for (BalancedPlace place : known.all) {
            RuntimeException refusal = place.seeking().get() ? null : place.refusal();
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
        for (BalancedPlace place : known.all) {
            if (!place.wasSought()) {
                return true;
            }
        }
        return !listed;
    }

    /** Starts the tasks that are due. */
    private void look(long nowNs) {
        lookNs = nowNs + LOOK_NS;
        if (nowNs - listNs >= 0) {
            start(listing, this::list);
        }
        for (BalancedPlace place : known.all) {
            if (place.isToBeSought(nowNs)) {
                start(place.seeking(), place::seek);
            }
        }
    }

    private void start(AtomicBoolean running, Runnable task) {
        if (!running.compareAndSet(false, true)) {
            return;
        }
        boolean started = false;
        try {
            source.execute(() -> {
                try {
                    task.run();
                } finally {
                    running.set(false);
                    tell();
                }
            });
            started = true;
        } catch (OutOfMemoryError e) {
            // no thread can be had: the next look tries again
        } finally {
            if (!started) {
                running.set(false);
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

    private void list() {
        long pauseNs = LIST_AGAIN_NS;
        try {
            known = new Known(places(source.places()));
            unlisted = "";
            pauseNs = LIST_NS;
        } catch (IOException | RuntimeException e) {
            unlisted = e.toString(); // those that are known remain
        } finally {
            listed = true;
            listNs = Deadlines.after(pauseNs);
            lookNs = System.nanoTime(); // to begin with new places at once
        }
    }

    /** Places that were known keep their connections. */
    private List<BalancedPlace> places(List<String> names) {
        List<BalancedPlace> places = new ArrayList<>();
        for (String name : names) {
            BalancedPlace same = null;
            for (BalancedPlace place : known.all) {
                same = place.place().equals(name) ? place : same;
            }
            places.add(same != null ? same : newPlace.apply(name));
        }
        return places;
    }

    /**
     * Why the service cannot be called.
     *
     * @param address of the service, in words
     * @param waitedNs how long it was waited for
     */
    NearcallException unreachable(String serviceName, String address, long waitedNs) {
        BalancedPlace[] all = known.all;
        NearcallException reason = null;
        for (BalancedPlace place : all) {
            if (reason == null && place.known() != null) {
                reason = place.link().lost(Long.MAX_VALUE, null, true);
            }
        }
        if (reason == null) {
            String obstacle = all.length == 0
                    ? "its addresses are not known" + (unlisted.isEmpty() ? "" : " (" + unlisted + ")")
                    : "it was reached at none of " + all.length + " addresses (the suppressed exceptions say why)";
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
