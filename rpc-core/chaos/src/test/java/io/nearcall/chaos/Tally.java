// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The results of one row: episodes, faults, and the delays of the survivors. Any thread. */
public final class Tally {

    private final String row;
    private final List<Long> delaysNs = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private String figure;
    private final long startNs = System.nanoTime();
    private long durationNs;
    private int episodes;
    private long calls;
    private int hung;
    private int wrong;
    private int crashed;
    private int leaked;
    private int starved;
    private long worstOversleepNs;

    public Tally(String row) {
        this.row = row;
    }

    public synchronized void episode(long callsInIt, long oversleepNs) {
        episodes++;
        calls += callsInIt;
        worstOversleepNs = Math.max(worstOversleepNs, oversleepNs);
    }

    public synchronized void delay(long delayNs) {
        delaysNs.add(delayNs);
    }

    public synchronized void hung(String what) {
        hung++;
        fault("hung: " + what);
    }

    public synchronized void wrong(String what) {
        wrong++;
        fault("wrong: " + what);
    }

    public synchronized void crashed(String what) {
        crashed++;
        fault("crashed: " + what);
    }

    public synchronized void leaked(String what) {
        leaked++;
        fault("leaked: " + what);
    }

    public synchronized void starved(String what) {
        starved++;
        fault("starved: " + what);
    }

    private void fault(String what) {
        faults.add("episode " + episodes + ": " + what);
    }

    public synchronized List<String> faults() {
        return List.copyOf(faults);
    }

    public synchronized long worstOversleepNs() {
        return worstOversleepNs;
    }

    /** A figure that has no column: a sentence without its full stop. */
    public synchronized void note(String note) {
        notes.add(note);
    }

    synchronized List<String> notes() {
        return List.copyOf(notes);
    }

    /** A drawing that belongs to the row, as an SVG. */
    public synchronized void figure(String svg) {
        figure = svg;
    }

    synchronized Optional<String> figure() {
        return Optional.ofNullable(figure);
    }

    synchronized int episodes() {
        return episodes;
    }

    /** A line of progress: the number of episodes, and the last fault. */
    synchronized String progress() {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNs);
        String last = faults.isEmpty() ? "" : ", the last in " + faults.get(faults.size() - 1);
        return row + ": " + episodes + " episodes, " + faults.size() + " faults after " + seconds + " s" + last;
    }

    synchronized void ended() {
        durationNs = System.nanoTime() - startNs;
    }

    private long quantileNs(double quantile) {
        List<Long> sorted = new ArrayList<>(delaysNs);
        sorted.sort(null);
        return sorted.isEmpty() ? 0 : sorted.get((int) Math.min(sorted.size() - 1, quantile * sorted.size()));
    }

    static String header() {
        return String.format(
                "%-24s %8s %9s %5s %5s %7s %6s %7s %8s %8s %8s %8s %5s",
                "row",
                "episodes",
                "calls",
                "hung",
                "wrong",
                "crashed",
                "leaked",
                "starved",
                "p50 ms",
                "p99 ms",
                "max ms",
                "sleeper",
                "s");
    }

    @Override
    public synchronized String toString() {
        StringBuilder text = new StringBuilder(String.format(
                "%-24s %8d %9d %5d %5d %7d %6d %7d %8s %8s %8s %8s %5d",
                row,
                episodes,
                calls,
                hung,
                wrong,
                crashed,
                leaked,
                starved,
                milliseconds(0.5),
                milliseconds(0.99),
                milliseconds(1),
                oversleep(),
                TimeUnit.NANOSECONDS.toSeconds(durationNs)));
        notes.forEach(note -> text.append("\n    ").append(note));
        return text.toString();
    }

    static String markdownHeader() {
        return """
                | row | episodes | calls | hung | wrong | crashed | leaked | starved | p50 ms | p99 ms | max ms | sleeper ms | part |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |
                """;
    }

    /** @param name the name of the row, and of the JVMs that it ran on if they were unusual ones */
    synchronized String toMarkdown(String name, String part) {
        return String.format(
                "| %s | %,d | %,d | %d | %d | %d | %d | %d | %s | %s | %s | %s | %s |%n",
                name,
                episodes,
                calls,
                hung,
                wrong,
                crashed,
                leaked,
                starved,
                milliseconds(0.5),
                milliseconds(0.99),
                milliseconds(1),
                oversleep(),
                part);
    }

    private String milliseconds(double quantile) {
        return delaysNs.isEmpty() ? "-" : String.format("%.1f", quantileNs(quantile) / 1e6);
    }

    private String oversleep() {
        return worstOversleepNs == 0 ? "-" : String.format("%.1f", worstOversleepNs / 1e6);
    }
}
