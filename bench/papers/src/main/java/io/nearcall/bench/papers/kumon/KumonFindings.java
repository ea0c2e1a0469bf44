// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.kumon;

import io.nearcall.bench.measure.Range;
import io.nearcall.bench.papers.published.Kumon2017;
import io.nearcall.bench.quoted.QuotedComparison.Cost;
import io.nearcall.bench.quoted.QuotedComparison.Look;
import io.nearcall.bench.quoted.QuotedComparison.Spread;
import io.nearcall.bench.report.page.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a run found.
 *
 * @param costs of each way, direction and row; ratios are to Nearcall
 * @param leftOut what could not be measured, and why
 */
record KumonFindings(List<Kumon2017.Row> rows, List<Cost> costs, List<String> leftOut) {

    /** From this length on, Nearcall is to keep up with JNI. */
    private static final int LONG_BYTES = 256 << 10;

    static String lengths(Kumon2017.Row row) {
        return Units.length(row.requestBytes()) + " / " + Units.length(row.replyBytes());
    }

    Optional<Cost> cost(Direction direction, Way way, Kumon2017.Row row) {
        String work = KumonRun.work(direction, row);
        return costs.stream()
                .filter(each -> each.what().equals(way.title()) && each.work().equals(work))
                .findFirst();
    }

    /** Returns the costs, and behind them what was published in 2017. */
    List<Cost> withPublished() {
        List<Cost> all = new ArrayList<>(costs);
        for (Kumon2017.Row row : rows) {
            for (Way way : Way.values()) {
                addPublished(way.title(), row, way.publishedUs(row), all);
            }
        }
        return all;
    }

    private static void addPublished(String what, Kumon2017.Row row, double us, List<Cost> into) {
        if (!Double.isNaN(us)) {
            double ns = 1e3 * us;
            into.add(new Cost(
                    what, "published in 2017: " + lengths(row), new Spread(ns, new Range(ns, ns)), null, null, ""));
        }
    }

    /** Returns the ratios by which the targets are judged, each at the lengths where it is worst. */
    List<Look> looks() {
        List<Look> looks = new ArrayList<>();
        for (Direction direction : Direction.values()) {
            for (Way way : List.of(Way.TCP, Way.REST, Way.FILES, Way.CORBA)) {
                worst(direction, way, row -> true).ifPresent(worst -> looks.add(look(way, worst, "less than 1")));
            }
            worst(direction, Way.JNI, row -> Math.max(row.requestBytes(), row.replyBytes()) >= LONG_BYTES)
                    .ifPresent(worst -> looks.add(look(Way.JNI, worst, "at most 1.5, from 256 KiB on")));
        }
        return looks;
    }

    /** Returns the cost of a way where it is least in comparison with Nearcall's. */
    private Optional<Cost> worst(Direction direction, Way way, Predicate<Kumon2017.Row> condition) {
        return rows.stream()
                .filter(condition)
                .flatMap(row -> cost(direction, way, row).stream())
                .min(Comparator.comparingDouble(cost -> cost.ratio().median()));
    }

    private static Look look(Way way, Cost worst, String target) {
        Spread ratio = worst.ratio();
        Spread ofNearcall = new Spread(
                1 / ratio.median(),
                new Range(1 / ratio.range().most(), 1 / ratio.range().least()));
        return new Look("Nearcall in times of " + way.title() + ", " + worst.work(), "times", ofNearcall, target);
    }
}
