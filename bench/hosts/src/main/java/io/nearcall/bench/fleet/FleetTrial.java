// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A fleet to which something happens, once its load is even. Each trial has a fleet of its own. */
final class FleetTrial {

    static final double P99 = 99;
    static final double P999 = 99.9;

    private static final long SETTLE_NS = 5 * Fleet.SECOND_NS;
    private static final long BEFORE_NS = 10 * Fleet.SECOND_NS;
    private static final long STEADY_NS = 20 * Fleet.SECOND_NS;
    private static final long AFTER_NS = 20 * Fleet.SECOND_NS;
    private static final int PARTS = 10; // one of which dies, or is added
    private static final int TURNS = 20; // of a rolling restart
    private static final long BETWEEN_TURNS_NS = 4 * Fleet.SECOND_NS; // more than a restart takes
    private static final int SLOW_PART = 100;
    private static final int TIMES_SLOWER = 10;

    /** Seconds after a server has become slow, each the end of a look at its calls in the second before. */
    private static final List<Integer> SLOW_LOOKS = List.of(1, 5, 10, 30, 60);

    private final Fleet fleet;
    private final long eventNs = SETTLE_NS + BEFORE_NS;
    private final long madeBefore;

    FleetTrial(FleetPlan plan) {
        this.fleet = new Fleet(plan);
        fleet.run(eventNs);
        fleet.load().takeMostOpenings(); // of the beginning
        this.madeBefore = fleet.load().made();
    }

    /**
     * A fleet to which nothing happens.
     *
     * @param sessions of each server
     * @param calls of each server a second
     */
    record Steady(Distribution sessions, Distribution calls, long failed) {}

    /**
     * What came of an event.
     *
     * @param made calls from then on
     * @param evenS seconds until the calls of the servers that serve in the end were as even as before; NaN if never
     * @param mostOpenings how many sessions a server was asked for in a tenth of a second, at most
     * @param vainAttempts of a client, on average, to reach a server that did not serve
     * @param worstP99Ns of the calls that were answered in a second, the worst
     * @param sessions of each server in the end
     */
    record After(
            long made,
            long failed,
            double evenS,
            int mostOpenings,
            double vainAttempts,
            long p99BeforeNs,
            long worstP99Ns,
            Distribution sessions) {}

    /**
     * What came of some servers that had become slow.
     *
     * @param shares by second: the calls of a slow server, compared with those of another one
     * @param p999BeforeNs of all calls, as {@code p999Ns} in the end
     */
    record Slow(Map<Integer, Double> shares, long failed, long p999BeforeNs, long p999Ns) {}

    Steady steady() {
        fleet.run(STEADY_NS);
        long nowNs = fleet.timeline().nowNs();
        return new Steady(
                sessions(),
                Distribution.of(fleet.load().perSecond(fleet.servers(), nowNs - STEADY_NS, nowNs)),
                fleet.load().failed());
    }

    /** A part of the servers is killed at once. */
    After killed() {
        part(PARTS).forEach(FleetServer::die);
        return after(eventNs, AFTER_NS);
    }

    /** The hosts of a part of the servers vanish at once. */
    After vanished() {
        part(PARTS).forEach(FleetServer::vanish);
        return after(eventNs, FleetPlan.SILENCE_NS + AFTER_NS);
    }

    /** All servers are restarted, some at a time. */
    After restarted() {
        for (int turn = 0; turn < TURNS; turn++) {
            for (int i = turn; i < fleet.servers().size(); i += TURNS) {
                fleet.servers().get(i).restart();
            }
            fleet.run(BETWEEN_TURNS_NS);
        }
        return after(fleet.timeline().nowNs(), AFTER_NS);
    }

    Slow slowed() {
        long failedBefore = fleet.load().failed();
        List<FleetServer> slow = part(SLOW_PART);
        slow.forEach(server -> server.slowDown(TIMES_SLOWER));
        List<FleetServer> others = new ArrayList<>(fleet.servers());
        others.removeAll(slow);
        Map<Integer, Double> shares = new TreeMap<>();
        for (int second : SLOW_LOOKS) {
            long untilNs = eventNs + second * Fleet.SECOND_NS;
            fleet.run(untilNs - fleet.timeline().nowNs());
            shares.put(second, share(slow, others, untilNs));
        }
        long nowNs = fleet.timeline().nowNs();
        return new Slow(
                shares,
                fleet.load().failed() - failedBefore,
                timeNs(P999, eventNs - BEFORE_NS, eventNs),
                timeNs(P999, nowNs - BEFORE_NS, nowNs));
    }

    After added() {
        fleet.add(fleet.servers().size() / PARTS);
        return after(eventNs, AFTER_NS);
    }

    /** One of so many of all servers. */
    private List<FleetServer> part(int of) {
        List<FleetServer> part = new ArrayList<>();
        for (int i = 0; i < fleet.servers().size(); i += of) {
            part.add(fleet.servers().get(i));
        }
        return part;
    }

    /** The calls of one of some servers, compared with those of one of the others, in the second until then. */
    private double share(List<FleetServer> some, List<FleetServer> others, long untilNs) {
        long fromNs = untilNs - Fleet.SECOND_NS;
        return Distribution.of(fleet.load().perSecond(some, fromNs, untilNs)).mean()
                / Distribution.of(fleet.load().perSecond(others, fromNs, untilNs))
                        .mean();
    }

    private Distribution sessions() {
        return Distribution.of(fleet.servers().stream()
                .filter(FleetServer::isServing)
                .map(server -> (double) server.sessions())
                .toList());
    }

    private long timeNs(double percentage, long fromNs, long toNs) {
        return fleet.load().timeNs(percentage, fromNs, toNs);
    }

    /** @param sinceNs when what happened was over */
    private After after(long sinceNs, long watchedNs) {
        FleetLoad load = fleet.load();
        fleet.run(watchedNs);
        long endNs = fleet.timeline().nowNs();
        long worstNs = 0;
        for (long atNs = eventNs; atNs + Fleet.SECOND_NS <= endNs; atNs += Fleet.SECOND_NS) {
            worstNs = Math.max(worstNs, timeNs(P99, atNs, atNs + Fleet.SECOND_NS));
        }
        return new After(
                load.made() - madeBefore,
                load.failed(),
                evenS(sinceNs, endNs),
                load.takeMostOpenings(),
                load.vainAttempts() / (double) fleet.plan().clients(),
                timeNs(P99, eventNs - BEFORE_NS, eventNs),
                worstNs,
                sessions());
    }

    private double evenS(long sinceNs, long endNs) {
        List<Double> before = new ArrayList<>();
        for (long atNs = eventNs - BEFORE_NS; atNs < eventNs; atNs += Fleet.SECOND_NS) {
            before.add(variation(fleet.servers().subList(0, fleet.plan().servers()), atNs));
        }
        double even = Distribution.of(before).mean() * fleet.plan().evenFactor();
        List<FleetServer> serving =
                fleet.servers().stream().filter(FleetServer::isServing).toList();
        long fromNs = sinceNs;
        for (long atNs = sinceNs; atNs + Fleet.SECOND_NS <= endNs; atNs += FleetLoad.TENTH_NS) {
            if (variation(serving, atNs) > even) {
                fromNs = atNs + FleetLoad.TENTH_NS;
            }
        }
        return fromNs - sinceNs + Fleet.SECOND_NS > endNs - sinceNs
                ? Double.NaN
                : (fromNs - sinceNs) / (double) Fleet.SECOND_NS;
    }

    /** How much the calls of the servers vary in the second that begins then. */
    private double variation(List<FleetServer> servers, long atNs) {
        return Distribution.of(fleet.load().perSecond(servers, atNs, atNs + Fleet.SECOND_NS))
                .variation();
    }
}
