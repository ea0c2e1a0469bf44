// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.fleet;

import io.nearcall.internal.balance.Attempts;
import io.nearcall.internal.balance.Farewell;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** A server, which runs some calls at once. It may die, vanish, become slow, or be restarted in order. */
final class FleetServer {

    /* What a closing endpoint does is simulated as far as callers notice it: it asks them to call others, serves until its
     * Farewell is over, says goodbye, and lets running calls end for a second. */

    private static final String BEGINNING = "server-";
    private static final String PORT = ":7443";
    private static final long PAUSE_NS = 1_000_000;
    private static final long GRACE_NS = 1_000_000_000;

    private enum State {
        SERVING,
        /** It has asked its callers to call others. */
        LEAVING,
        /** It has said goodbye, and runs what it has taken. */
        CLOSING,
        /** Its host answers that nobody listens. */
        GONE,
        /** Nothing answers. */
        SILENT
    }

    private record Call(FleetSession session, long begunNs) {}

    private final Fleet fleet;
    private final int number;
    private final List<FleetSession> sessions = new ArrayList<>();
    private final Queue<Call> waiting = new ArrayDeque<>();
    private State state = State.SERVING;
    private long serviceNs = FleetPlan.SERVICE_NS;
    private int life; // what was begun in an earlier one is lost
    private int running;
    private long taken;
    private long greetedNs; // when the sessions that were begun are made

    FleetServer(Fleet fleet, int number) {
        this.fleet = fleet;
        this.number = number;
    }

    String place() {
        return BEGINNING + number + PORT;
    }

    /** The number of the server at a place. */
    static int number(String place) {
        return Integer.parseInt(place.substring(BEGINNING.length(), place.length() - PORT.length()));
    }

    int number() {
        return number;
    }

    boolean isServing() {
        return state == State.SERVING;
    }

    /** How many clients have a session with the server and use it. */
    int sessions() {
        return (int) sessions.stream().filter(FleetSession::isUsed).count();
    }

    /** From now on, calls take so many times as long. */
    void slowDown(int factor) {
        serviceNs = FleetPlan.SERVICE_NS * factor;
    }

    /** The process is killed. Clients notice that at once. */
    void die() {
        end(State.GONE, FleetPlan.WAY_NS);
    }

    /** The host vanishes without a word. */
    void vanish() {
        end(State.SILENT, FleetPlan.SILENCE_NS);
    }

    private void end(State how, long noticedNs) {
        state = how;
        life++;
        running = 0;
        waiting.clear();
        tell(noticedNs, FleetSession::lose);
        sessions.clear();
    }

    private interface News {
        void tell(FleetSession session);
    }

    private void tell(long delayNs, News news) {
        for (FleetSession session : sessions) {
            fleet.timeline().after(delayNs, () -> news.tell(session));
        }
    }

    /** Closes in order, and is back some time later. */
    void restart() {
        state = State.LEAVING;
        tell(FleetPlan.WAY_NS, FleetSession::leave);
        bidFarewell(new Farewell(fleet.timeline().nowNs(), Farewell.LONGEST_NS, taken));
    }

    private void bidFarewell(Farewell farewell) {
        if (!farewell.isOver(fleet.timeline().nowNs(), taken)) {
            fleet.timeline().after(PAUSE_NS, () -> bidFarewell(farewell));
            return;
        }
        state = State.CLOSING;
        tell(FleetPlan.WAY_NS, FleetSession::close);
        endWhenIdle(fleet.timeline().nowNs() + GRACE_NS);
    }

    private void endWhenIdle(long latestNs) {
        if (running > 0 && fleet.timeline().nowNs() < latestNs) {
            fleet.timeline().after(PAUSE_NS, () -> endWhenIdle(latestNs));
            return;
        }
        die();
        fleet.timeline().after(FleetPlan.RESTART_NS, () -> state = State.SERVING);
    }

    /** A client wants a session. */
    void greet(FleetPlace place) {
        Timeline timeline = fleet.timeline();
        if (state == State.SILENT) {
            timeline.after(Attempts.LONGEST_NS, place::notReached);
            return;
        }
        if (state == State.GONE) {
            timeline.after(FleetPlan.WAY_NS, place::notReached);
            return;
        }
        fleet.load().opening(number);
        greetedNs = Math.max(greetedNs, timeline.nowNs()) + FleetPlan.HANDSHAKE_NS;
        int begunLife = life;
        timeline.after(greetedNs - timeline.nowNs(), () -> {
            if (life != begunLife || state != State.SERVING) {
                timeline.after(FleetPlan.WAY_NS, place::notReached);
                return;
            }
            FleetSession session = new FleetSession(fleet, this, place);
            sessions.add(session);
            timeline.after(FleetPlan.WAY_NS, () -> place.reached(session));
        });
    }

    int life() {
        return life;
    }

    /** A call has arrived. */
    void take(FleetSession session, long begunNs) {
        if (session.life() != life) {
            return; // the loss of the session ends it
        }
        if (state == State.CLOSING) {
            fleet.timeline().after(FleetPlan.WAY_NS, session::refused);
            return;
        }
        taken++;
        waiting.add(new Call(session, begunNs));
        runNext();
    }

    private void runNext() {
        if (running == FleetPlan.CALLS_AT_ONCE || waiting.isEmpty()) {
            return;
        }
        running++;
        Call call = waiting.remove();
        int begunLife = life;
        fleet.timeline().after((long) (serviceNs * fleet.random().nextExponential()), () -> {
            if (life == begunLife) {
                running--;
                fleet.timeline().after(FleetPlan.WAY_NS, () -> call.session.answered(call.begunNs));
                runNext();
            }
        });
    }
}
