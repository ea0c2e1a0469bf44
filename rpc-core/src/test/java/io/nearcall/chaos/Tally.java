// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import java.util.ArrayList;
import java.util.List;

/** The row of a campaign: what was done, what went wrong, and how long the survivors took. Any thread. */
final class Tally {

    private final String row;
    private final List<Long> delaysNs = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private int episodes;
    private int calls;
    private int hung;
    private int wrong;
    private int crashed;
    private int leaked;
    private long worstOversleepNs;

    Tally(String row) {
        this.row = row;
    }

    synchronized void episode(int callsInIt, long oversleepNs) {
        episodes++;
        calls += callsInIt;
        worstOversleepNs = Math.max(worstOversleepNs, oversleepNs);
    }

    synchronized void delay(long delayNs) {
        delaysNs.add(delayNs);
    }

    synchronized void hung(String what) {
        hung++;
        fault("hung: " + what);
    }

    synchronized void wrong(String what) {
        wrong++;
        fault("wrong: " + what);
    }

    synchronized void crashed(String what) {
        crashed++;
        fault("crashed: " + what);
    }

    synchronized void leaked(String what) {
        leaked++;
        fault("leaked: " + what);
    }

    private void fault(String what) {
        faults.add("episode " + episodes + ": " + what);
    }

    synchronized List<String> faults() {
        return List.copyOf(faults);
    }

    synchronized long worstOversleepNs() {
        return worstOversleepNs;
    }

    private long quantileNs(double quantile) {
        List<Long> sorted = new ArrayList<>(delaysNs);
        sorted.sort(null);
        return sorted.isEmpty() ? 0 : sorted.get((int) Math.min(sorted.size() - 1, quantile * sorted.size()));
    }

    static String header() {
        return String.format(
                "%-28s %8s %7s %5s %5s %7s %6s %9s %9s %9s %9s",
                "row",
                "episodes",
                "calls",
                "hung",
                "wrong",
                "crashed",
                "leaked",
                "p50 ms",
                "p99 ms",
                "max ms",
                "sleeper");
    }

    @Override
    public synchronized String toString() {
        return String.format(
                "%-28s %8d %7d %5d %5d %7d %6d %9.1f %9.1f %9.1f %9.1f",
                row,
                episodes,
                calls,
                hung,
                wrong,
                crashed,
                leaked,
                quantileNs(0.5) / 1e6,
                quantileNs(0.99) / 1e6,
                quantileNs(1) / 1e6,
                worstOversleepNs / 1e6);
    }
}
