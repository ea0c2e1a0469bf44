// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import io.nearcall.bench.papers.Findings;
import io.nearcall.bench.papers.mechanism.Family;
import io.nearcall.bench.papers.mechanism.Mechanism;
import io.nearcall.bench.papers.mechanism.Mechanism.Way;
import io.nearcall.bench.papers.mechanism.Shape;
import io.nearcall.bench.papers.published.Fischer2024;
import io.nearcall.bench.papers.published.Wells2009;
import io.nearcall.bench.papers.trips.Rounds;
import io.nearcall.bench.report.Verdict;
import io.nearcall.bench.report.VerdictGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The targets of round trips with both JVMs on one CPU, a line each. */
final class PapersVerdicts {

    /**
     * What the library offers. The others are baselines, or calls, which do more and are compared with RMI elsewhere.
     */
    private static final List<Mechanism> JUDGED = Mechanism.where(each -> each.way() == Way.SHARED_OBJECT
            || each == Mechanism.MEMORY_STREAM
            || each.way() == Way.NIO && each != Mechanism.SOCKET_NIO);

    private static final int SHORT_BYTES = 40;
    private static final int LONG_BYTES = 40_000;

    /**
     * The cost of a message should follow its length. No paper has this limit, and no mechanism of theirs came near it.
     */
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
                    each.title() + ", 40 to 40 960 bytes: x the socket, at most 1", 1, worstOfEachPair(each)));
        }
        for (Fischer2024.Row row : Fischer2024.ROWS) {
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
                    each.title() + ", 40 bytes: x the time of 40 000, at most " + SHORT_OF_LONG_LIMIT
                            + published(each.family()),
                    SHORT_OF_LONG_LIMIT,
                    rounds.ratioOfEachPair(each.title(), Shape.even(SHORT_BYTES), Shape.even(LONG_BYTES))));
        }
        return verdicts.stream().map(verdict -> verdict.in(VerdictGroup.PAPERS)).toList();
    }

    /**
     * Returns why the loopback socket is faster, where it is, and why NIO saves less than in the papers: a sentence
     * each.
     */
    List<String> reasons() {
        return Stream.concat(
                        JUDGED.stream().flatMap(each -> reason(each).stream()),
                        Fischer2024.ROWS.stream().flatMap(row -> nioAgainstIo.explanation(rounds, row).stream()))
                .toList();
    }

    private Optional<String> reason(Mechanism mechanism) {
        List<Shape> slower = shapes().stream()
                .filter(shape -> ofSocket(mechanism, shape) > 1)
                .sorted(Comparator.comparingDouble(shape -> -ofSocket(mechanism, shape)))
                .toList();
        if (slower.isEmpty()) {
            return Optional.empty();
        }
        Shape worst = slower.get(0);
        return Optional.of(String.format(
                        Locale.ROOT,
                        "%s is slower than the socket at %d of %d lengths, the most at %s: %.2f of the socket's time there.",
                        mechanism.title(),
                        slower.size(),
                        shapes().size(),
                        Lengths.even(worst),
                        ofSocket(mechanism, worst))
                + (mechanism.family() == null ? "" : inC(mechanism, worst)));
    }

    private String inC(Mechanism mechanism, Shape shape) {
        double inC =
                ratio(mechanism.family().titleInC(), mechanism.socket().family().titleInC(), shape);
        return String.format(
                Locale.ROOT,
                " In C, without any Java, it takes %.2f of it: %s.",
                inC,
                inC > 1 ? "the mechanism itself is slower there" : "what is more is spent in Java");
    }

    private double ofSocket(Mechanism mechanism, Shape shape) {
        return ratio(mechanism.title(), mechanism.socket().title(), shape);
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

    private static String published(Family family) {
        return family == Family.PIPE || family == Family.QUEUE
                ? String.format(Locale.ROOT, "; %.2f as published", Wells2009.shortOfLong(family))
                : "";
    }

    private List<Shape> shapes() {
        return Stream.concat(Wells2009.BYTES.stream(), findings.plan().stepsBytes().stream())
                .map(Shape::even)
                .toList();
    }
}
