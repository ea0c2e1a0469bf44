// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.balance;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * The places of a service, of which one is chosen for each call. Says when the places are to be listed, and when the
 * service is to be looked for at a place. Any thread.
 */
public final class Balancer<P extends Balancer.Place> {

    /* Calls look for what is due every LOOK_NS, so that a stub that nobody calls costs nothing. The clock, the generator of
     * random numbers and all that takes time come from outside. So a simulation runs the same decisions. */

    /** How often whoever waits for a place, or calls, looks for what is due. */
    public static final long LOOK_NS = 50_000_000;

    private static final long LIST_NS = 10_000_000_000L;
    private static final long LIST_AGAIN_NS = 1_000_000_000;

    /** The longest time for which the calls count that are in flight in one moment. */
    private static final long LONGEST_WATCH_NS = 1_000_000_000;

    private static final int MOST_IN_FLIGHT = 1_000;

    /** A place of the service, as it is now. */
    public interface Place {

        String place();

        /** Whether calls can be made there. */
        boolean isReady();

        /** Whether calls can be made there, and the server does not ask to be called no more. */
        boolean isWelcome();

        int inFlight();

        Attempts attempts();

        Pace pace();
    }

    /** What takes time. No method blocks. */
    public interface Tasks<P> {

        /** Begins to list the places. Afterwards {@link #listed} must be called, even if they were not found. */
        void list();

        /** Begins an attempt to find the service there. */
        void seek(P place);
    }

    private final Tasks<P> tasks;
    private final AtomicBoolean listing = new AtomicBoolean();
    private final AtomicBoolean watching = new AtomicBoolean();
    private final Pace together; // of all places; guarded by watching, like the next
    private long watchedNs;
    private volatile List<P> known = List.of();
    private volatile long lookNs; // when the next look is due
    private volatile long listNs; // when the places are to be listed again

    public Balancer(Tasks<P> tasks, long nowNs) {
        this.tasks = tasks;
        this.together = new Pace(nowNs);
        this.watchedNs = nowNs;
        this.lookNs = nowNs;
        this.listNs = nowNs;
    }

    /** Returns the places as they are known now. */
    public List<P> all() {
        return known;
    }

    /** Returns a place where a call can be made, or null if there is none now. Looks for what is due. */
    public P choose(long nowNs, RandomGenerator random) {
        if (nowNs - lookNs >= 0) {
            look(nowNs);
        }
        List<P> all = known;
        P chosen = TwoChoices.choose(all, random);
        P place = chosen != null ? chosen : unwelcome(all);
        if (place != null) {
            place.pace().begin();
        }
        return place;
    }

    /** A place whose server asks to be called no more, but still serves; or null. */
    private static <P extends Place> P unwelcome(List<P> all) {
        for (P place : all) {
            if (place.isReady()) {
                return place;
            }
        }
        return null;
    }

    /** Starts the tasks that are due, and looks how long calls take where. */
    public void look(long nowNs) {
        lookNs = nowNs + LOOK_NS;
        if (watching.compareAndSet(false, true)) {
            try {
                watch(nowNs);
            } finally {
                watching.set(false);
            }
        }
        if (nowNs - listNs >= 0 && listing.compareAndSet(false, true)) {
            tasks.list();
        }
        List<P> all = known;
        boolean canWait = false; // for a server that is about to go, because others can be called
        for (P place : all) {
            canWait |= place.isWelcome();
        }
        for (P place : all) {
            boolean suffices = place.isWelcome() || canWait && place.isReady();
            if (!suffices && place.attempts().begin(nowNs)) {
                tasks.seek(place);
            }
        }
    }

    private void watch(long nowNs) {
        long sinceNs = Math.min(Math.max(0, nowNs - watchedNs), LONGEST_WATCH_NS);
        watchedNs = nowNs;
        int begun = 0;
        int inFlight = 0;
        List<P> all = known;
        for (P place : all) {
            if (!place.isReady()) {
                continue;
            }
            Pace pace = place.pace();
            int begunThere = pace.takeBegun();
            int inFlightThere = Math.min(place.inFlight(), MOST_IN_FLIGHT);
            if (begunThere != 0 || inFlightThere != 0 || pace.times() != 1) {
                pace.look(nowNs, begunThere, inFlightThere, sinceNs);
                begun += begunThere;
                inFlight += inFlightThere;
            }
        }
        together.look(nowNs, begun, inFlight, sinceNs);
        for (P place : all) {
            if (place.pace().wasLookedAt(nowNs)) {
                place.pace().compare(together, all.size());
            }
        }
    }

    /** Begins with places that somebody else knows. */
    public void know(List<P> places) {
        known = List.copyOf(places);
    }

    /** The service is at these places now. Those that were known keep their connections. */
    public void know(List<String> names, Function<String, P> newPlace) {
        List<P> former = known;
        List<P> places = new ArrayList<>(names.size());
        for (String name : names) {
            P same = null;
            for (P place : former) {
                same = place.place().equals(name) ? place : same;
            }
            places.add(same != null ? same : newPlace.apply(name));
        }
        know(places);
    }

    /** An attempt to list the places has ended. @param found whether the places are known now */
    public void listed(boolean found, long nowNs) {
        listNs = nowNs + (found ? LIST_NS : LIST_AGAIN_NS);
        lookNs = nowNs; // to begin with new places at once
        listing.set(false);
    }
}
