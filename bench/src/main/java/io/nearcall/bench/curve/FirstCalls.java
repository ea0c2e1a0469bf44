// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.curve;

import io.nearcall.bench.measure.Median;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one caller sees from its first call on, in fresh JVMs.
 *
 * @param work as {@link CurveWork#title} names it
 * @param points in the order of the calls; the last is {@link #LAST_MARK} if the patience was long enough
 * @param laterP50Ns median of the calls from the 20,000th to the 30,000th; null if there were not as many
 * @param finalP50Ns median at the end, in batches, after some seconds of calls
 * @param calls the number of calls before that
 */
public record FirstCalls(
        String system, String work, List<Point> points, Double laterP50Ns, double finalP50Ns, long calls) {

    /** The calls at which systems are compared. */
    public static final List<Integer> MARKS = List.of(100, 1_000, 10_000, 100_000);

    static final int LAST_MARK = 100_000;

    /**
     * A call that has been answered.
     *
     * @param call its number, from 1
     * @param ns since the first call began
     */
    public record Point(int call, double ns) {}

    /** Returns the time from the beginning of the first call to the end of the given call, if it was made. */
    public Optional<Double> nsAt(int call) {
        return points.stream()
                .filter(point -> point.call == call)
                .map(Point::ns)
                .findFirst();
    }

    /** Returns the medians for each work and system, in the order of their first appearance. */
    public static List<FirstCalls> medians(List<FirstCalls> all) {
        Map<String, List<FirstCalls>> groups = new LinkedHashMap<>();
        all.forEach(each -> groups.computeIfAbsent(each.work + " " + each.system, unused -> new ArrayList<>())
                .add(each));
        return groups.values().stream().map(FirstCalls::median).toList();
    }

    /** Returns the median of several fresh pairs of JVMs, point by point. */
    private static FirstCalls median(List<FirstCalls> all) {
        FirstCalls first = all.get(0);
        List<Point> points = first.points.stream()
                .map(Point::call)
                .filter(call -> all.stream().allMatch(each -> each.nsAt(call).isPresent()))
                .map(call -> new Point(
                        call,
                        Median.of(all.stream()
                                .map(each -> each.nsAt(call).orElseThrow())
                                .toList())))
                .toList();
        boolean haveLater = all.stream().allMatch(each -> each.laterP50Ns != null);
        return new FirstCalls(
                first.system,
                first.work,
                points,
                haveLater ? Median.of(all.stream().map(FirstCalls::laterP50Ns).toList()) : null,
                Median.of(all.stream().map(FirstCalls::finalP50Ns).toList()),
                Math.round(
                        Median.of(all.stream().map(each -> (double) each.calls).toList())));
    }
}
