// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.kumon;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.measure.Range;
import io.nearcall.bench.papers.published.Kumon2017;
import io.nearcall.bench.quoted.QuotedComparison.Cost;
import io.nearcall.bench.quoted.QuotedComparison.Look;
import io.nearcall.bench.quoted.QuotedComparison.Spread;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KumonFindingsTest {

    private static final Kumon2017.Row SHORT = Kumon2017.ROWS.get(0);
    private static final Kumon2017.Row MIDDLE = Kumon2017.ROWS.get(8);
    private static final Kumon2017.Row LONG = Kumon2017.ROWS.get(10);
    private static final Kumon2017.Row LONGEST = Kumon2017.ROWS.get(13);

    private final List<Cost> costs = new ArrayList<>();
    private final KumonFindings findings =
            new KumonFindings(List.of(SHORT, MIDDLE, LONG, LONGEST), costs, List.of("CORBA, because there is none"));

    private void add(Direction direction, Way way, Kumon2017.Row row, double timesNearcall) {
        double ns = 2_000 * timesNearcall;
        costs.add(new Cost(
                way.title(),
                KumonRun.work(direction, row),
                new Spread(ns, new Range(ns / 2, ns * 2)),
                new Spread(timesNearcall, new Range(timesNearcall / 2, timesNearcall * 2)),
                new Spread(0, new Range(0, 0)),
                ""));
    }

    @Test
    void shouldJudgeEachWayWhereItIsFastestBesideNearcall() {
        add(Direction.JAVA_CALLS_CPP, Way.TCP, SHORT, 50);
        add(Direction.JAVA_CALLS_CPP, Way.TCP, LONG, 4);
        add(Direction.CPP_CALLS_JAVA, Way.TCP, LONG, 0.8);

        assertThat(findings.looks())
                .containsExactly(
                        new Look(
                                "Nearcall in times of TCP, Java calls C++: 256 KiB / 256 KiB",
                                "times",
                                new Spread(0.25, new Range(0.125, 0.5)),
                                "less than 1"),
                        new Look(
                                "Nearcall in times of TCP, C++ calls Java: 256 KiB / 256 KiB",
                                "times",
                                new Spread(1.25, new Range(0.625, 2.5)),
                                "less than 1"));
    }

    @Test
    void shouldCompareWithJniFrom256KibOn() {
        add(Direction.JAVA_CALLS_CPP, Way.JNI, MIDDLE, 0.01);
        assertThat(findings.looks()).isEmpty();

        add(Direction.JAVA_CALLS_CPP, Way.JNI, LONG, 0.5);
        assertThat(findings.looks())
                .singleElement()
                .satisfies(look -> assertThat(look.value().median()).isEqualTo(2));
    }

    @Test
    void shouldHaveTheTableOf2017BesideItsOwn() {
        add(Direction.JAVA_CALLS_CPP, Way.NEARCALL, SHORT, 1);
        add(Direction.JAVA_CALLS_CPP, Way.REST, SHORT, 100);

        assertThat(findings.withPublished())
                .extracting(cost ->
                        cost.what() + ", " + cost.work() + ", " + cost.ns().median())
                .contains(
                        "CORBA, published in 2017: 16 B / 16 B, 1224000.0",
                        "JNI, published in 2017: 128 MiB / 128 MiB, 9.7565E7")
                .doesNotContain("REST, published in 2017: 128 MiB / 128 MiB, NaN");
        assertThat(new KumonPage(List.of("machine"), findings).html())
                .contains("<td>200 (1496)</td>", "<td>- (1224)</td>", "CORBA, because there is none.");
    }

    @Test
    void shouldWriteALineOfCommaSeparatedValuesForEachFigure() {
        add(Direction.JAVA_CALLS_CPP, Way.NEARCALL, SHORT, 1);
        add(Direction.CPP_CALLS_JAVA, Way.FILES, LONGEST, 1_000);

        assertThat(new KumonPage(List.of(), findings).csv())
                .containsExactly(
                        "direction,way,request_bytes,reply_bytes,median_us,least_us,most_us,mean_us_in_2017",
                        "Java calls C++,Nearcall,16,16,2.000,1.000,4.000,",
                        "C++ calls Java,files,134217728,134217728,2000.000,1000.000,4000.000,259100.0");
    }

    @Test
    void shouldNotSendMoreThanAMebibyteAsJson() {
        assertThat(Way.REST.carries(LONGEST)).isFalse();
        assertThat(Way.TCP.carries(LONGEST)).isTrue();
        assertThat(Way.REST.carries(LONG)).isTrue();
    }
}
