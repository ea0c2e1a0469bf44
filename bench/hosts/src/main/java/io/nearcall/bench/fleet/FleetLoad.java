// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.fleet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;

/** What happened when: the calls of each server in each tenth of a second, and what they took in each second. */
final class FleetLoad {

    static final long TENTH_NS = Fleet.SECOND_NS / 10;

    private static final int TENTHS = 10;
    private static final int DIGITS = 2;

    private final Timeline timeline;
    private final List<int[]> calls = new ArrayList<>(); // for each tenth, those of each server
    private final List<Histogram> times = new ArrayList<>(); // for each second, of the calls that it answered
    private int[] openings = new int[0]; // of each server, in the tenth that follows
    private long openingsTenth;
    private int mostOpenings;
    private long made;
    private long failed;
    private long vainAttempts;

    FleetLoad(Timeline timeline) {
        this.timeline = timeline;
    }

    private int tenth() {
        return (int) (timeline.nowNs() / TENTH_NS);
    }

    void called(int server) {
        made++;
        int tenth = tenth();
        while (calls.size() <= tenth) {
            calls.add(new int[0]);
        }
        calls.set(tenth, counted(calls.get(tenth), server));
    }

    /** One more for that server. The array grows if need be. */
    private static int[] counted(int[] counts, int server) {
        int[] grown = server < counts.length ? counts : Arrays.copyOf(counts, Math.max(server + 1, 2 * counts.length));
        grown[server]++;
        return grown;
    }

    void answered(long durationNs) {
        int second = tenth() / TENTHS;
        while (times.size() <= second) {
            times.add(new Histogram(DIGITS));
        }
        times.get(second).recordValue(durationNs);
    }

    void failed(int count) {
        failed += count;
    }

    /** A client has begun a session with that server. */
    void opening(int server) {
        if (openingsTenth != tenth()) {
            openingsTenth = tenth();
            Arrays.fill(openings, 0);
        }
        openings = counted(openings, server);
        mostOpenings = Math.max(mostOpenings, openings[server]);
    }

    void vainAttempt() {
        vainAttempts++;
    }

    long made() {
        return made;
    }

    long failed() {
        return failed;
    }

    long vainAttempts() {
        return vainAttempts;
    }

    /** How many sessions one server was asked for in a tenth of a second, at most, since this was called last. */
    int takeMostOpenings() {
        int most = mostOpenings;
        mostOpenings = 0;
        return most;
    }

    /** The calls of each of these servers a second, between two moments. */
    List<Double> perSecond(List<FleetServer> servers, long fromNs, long toNs) {
        int from = (int) (fromNs / TENTH_NS);
        int to = Math.min(calls.size(), (int) (toNs / TENTH_NS));
        List<Double> perSecond = new ArrayList<>(servers.size());
        for (FleetServer server : servers) {
            long sum = 0;
            for (int tenth = from; tenth < to; tenth++) {
                int[] counts = calls.get(tenth);
                sum += server.number() < counts.length ? counts[server.number()] : 0;
            }
            perSecond.add(sum * (double) TENTHS / (to - from));
        }
        return perSecond;
    }

    /** The time in nanoseconds that so many of a hundred calls did not exceed that were answered in these seconds. */
    long timeNs(double percentage, long fromNs, long toNs) {
        Histogram sum = new Histogram(DIGITS);
        for (int second = (int) (fromNs / Fleet.SECOND_NS);
                second < Math.min(times.size(), toNs / Fleet.SECOND_NS);
                second++) {
            sum.add(times.get(second));
        }
        return sum.getValueAtPercentile(percentage);
    }
}
