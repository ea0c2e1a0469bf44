// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import io.nearcall.bench.papers.Findings;
import io.nearcall.bench.papers.mechanism.Mechanism;
import io.nearcall.bench.papers.mechanism.Mechanism.Way;
import io.nearcall.bench.papers.mechanism.Shape;
import io.nearcall.bench.papers.published.Fischer2024;
import io.nearcall.bench.papers.published.Wells2009;
import io.nearcall.bench.papers.trips.Rounds;
import io.nearcall.bench.report.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The targets, a line each, of round trips with both JVMs on one CPU. */
final class PapersVerdicts {

    /** What the library and Nearcall offer; the rest are yardsticks. */
    private static final List<Mechanism> JUDGED =
            Mechanism.where(each -> each.way() == Way.CALL || each.way() == Way.NIO && each != Mechanism.SOCKET_NIO);

    private static final int SHORT_BYTES = 40;
    private static final int LONG_BYTES = 40_000;
    private static final double SHORT_OF_LONG_LIMIT = 0.75;

    private final Findings findings;
    private final Rounds rounds;
    private final NioAgainstIo nioAgainstIo;

    PapersVerdicts(Findings findings) {
        this.findings = findings;
        this.rounds = findings.oneCpu();
        this.nioAgainstIo = new NioAgainstIo(findings.plan().stepsBytes());
    }

    List<Verdict> all() {
        List<Verdict> verdicts = new ArrayList<>();
        for (Mechanism each : JUDGED) {
            verdicts.add(Verdict.atMost(
                    each.title() + ", 40 to 40 960 bytes: x the loopback socket, at most 1", 1, worstOfEachPair(each)));
        }
        for (Fischer2024.Row row : NioAgainstIo.published()) {
            verdicts.add(Verdict.atMost(
                    String.format(
                            Locale.ROOT,
                            "%s: NIO in %% of java.io, at most %.1f as published",
                            row.family().title(),
                            row.nioOfOlder().mean()),
                    row.nioOfOlder().mean(),
                    nioAgainstIo.meanOfEachPair(rounds, row.family())));
        }
        for (Mechanism each : JUDGED) {
            verdicts.add(Verdict.atMost(
                    each.title() + ", 40 bytes: x the time of 40 000, at most " + SHORT_OF_LONG_LIMIT,
                    SHORT_OF_LONG_LIMIT,
                    shortOfLong(each)));
        }
        return verdicts;
    }

    /** Why the loopback socket is faster, where it is: a sentence for each mechanism and length. */
    List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        for (Mechanism each : JUDGED) {
            for (Shape shape : shapes()) {
                double ratio = ratio(each.title(), each.socket().title(), shape);
                if (ratio > 1) {
                    reasons.add(reason(each, shape, ratio));
                }
            }
        }
        return reasons;
    }

    private String reason(Mechanism mechanism, Shape shape, double ratio) {
        String found = String.format(
                Locale.ROOT, "%s takes %.2f of the socket's time at %s", mechanism.title(), ratio, Lengths.even(shape));
        if (mechanism.family() == null) {
            return found + ".";
        }
        double inC =
                ratio(mechanism.family().titleInC(), mechanism.socket().family().titleInC(), shape);
        return found
                + String.format(
                        Locale.ROOT,
                        inC > 1
                                ? "; in C, without any Java, it takes %.2f: the mechanism itself is slower there."
                                : "; in C, without any Java, it takes %.2f: what is more is spent in Java.",
                        inC);
    }

    private double ratio(String own, String other, Shape shape) {
        return rounds.ratio(own, other, shape).median();
    }

    private List<Double> worstOfEachPair(Mechanism mechanism) {
        List<Double> worst = new ArrayList<>();
        for (Shape shape : shapes()) {
            List<Double> pairs =
                    rounds.ratioOfEachPair(mechanism.title(), mechanism.socket().title(), shape);
            for (int i = 0; i < pairs.size(); i++) {
                if (worst.size() <= i) {
                    worst.add(0.0);
                }
                worst.set(i, Math.max(worst.get(i), pairs.get(i)));
            }
        }
        return worst;
    }

    private List<Double> shortOfLong(Mechanism mechanism) {
        double ratio = rounds.timeNs(mechanism.title(), Shape.even(SHORT_BYTES)).median()
                / rounds.timeNs(mechanism.title(), Shape.even(LONG_BYTES)).median();
        return Double.isNaN(ratio) ? List.of() : List.of(ratio);
    }

    private List<Shape> shapes() {
        return Stream.concat(Wells2009.BYTES.stream(), findings.plan().stepsBytes().stream())
                .map(Shape::even)
                .toList();
    }
}
