// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DifferencesTest {

    private static final double NONE = Double.NaN;

    @Test
    void shouldSayWhereAFigureIsNotFoundAgain() {
        assertThat(Differences.sentences(List.of(
                        new Comparison("named pipe", "40 bytes", 60, 62, NONE),
                        new Comparison("named pipe", "400 bytes", 65, 24, NONE),
                        new Comparison("named pipe", "40 000 bytes", 10, 84, NONE))))
                .containsExactly("named pipe: 400 bytes, published 65 %, measured 24 %; "
                        + "40 000 bytes, published 10 %, measured 84 %.");
    }

    @Test
    void shouldSayThatAllWereFoundAgain() {
        assertThat(Differences.sentences(List.of(new Comparison("named pipe", "40 bytes", 60, 62, NONE))))
                .containsExactly("No figure differs from the published one by more than a factor of 1.5.");
    }

    @Test
    void shouldKnowTheCauseWhereFreshJvmsFindTheFigureAgain() {
        assertThat(Differences.sentences(List.of(new Comparison("named pipe", "40 bytes", 60, 24, 57))))
                .containsExactly(
                        "named pipe: 40 bytes, published 60 %, measured 24 % (57 % in fresh JVMs, as they measured: "
                                + "what differs is how warm the JVM is).");
    }

    @Test
    void shouldNameNoCauseWhereFreshJvmsDoNotFindItEither() {
        assertThat(Differences.sentences(List.of(new Comparison("named pipe", "40 bytes", 60, 24, 30))))
                .containsExactly("named pipe: 40 bytes, published 60 %, measured 24 % (30 % in fresh JVMs).");
    }

    @Test
    void shouldNotCompareWhatHasOneFigureOnly() {
        assertThat(Differences.sentences(List.of(
                        new Comparison("CORBA", "16 B", 300, NONE, NONE),
                        new Comparison("queue", "Long", NONE, 9, NONE))))
                .singleElement()
                .asString()
                .startsWith("No figure differs");
    }
}
