// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import io.nearcall.bench.papers.Findings;
import io.nearcall.bench.papers.PapersPlan;
import io.nearcall.bench.papers.mechanism.Family;
import io.nearcall.bench.papers.mechanism.Mechanism;
import io.nearcall.bench.papers.mechanism.Shape;
import io.nearcall.bench.papers.published.Kumon2017;
import io.nearcall.bench.papers.published.Wells2009;
import io.nearcall.bench.papers.trips.Burst;
import io.nearcall.bench.papers.trips.FileTimes;
import io.nearcall.bench.papers.trips.Rounds;
import io.nearcall.bench.papers.windows.WindowsFindings;
import io.nearcall.bench.papers.windows.WindowsMechanism;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Findings of a run that did not take place: everything takes 10 us and what its bytes weigh, unless said otherwise. */
final class Measured {

    private static final double BASE_NS = 10_000;

    private final Map<String, Double> factors = new HashMap<>();
    private String noWine = "";

    /** That system takes so many times as long. */
    Measured times(String system, double factor) {
        factors.put(system, factor);
        return this;
    }

    /** There is no Wine, for that reason. */
    Measured withoutWine(String reason) {
        noWine = reason;
        return this;
    }

    Findings findings() {
        PapersPlan plan = PapersPlan.QUICK;
        List<Shape> shapes = new ArrayList<>(List.of(Shape.LONG));
        Wells2009.BYTES.forEach(bytes -> shapes.add(Shape.even(bytes)));
        plan.stepsBytes().forEach(bytes -> shapes.add(Shape.even(bytes)));
        List<Shape> uneven = new ArrayList<>();
        for (Kumon2017.Row row : plan.kumon()) {
            uneven.add(Shape.uneven(row.requestBytes(), row.replyBytes()));
        }
        List<String> mechanisms = new ArrayList<>();
        Mechanism.where(each -> true).forEach(each -> mechanisms.add(each.title()));
        List.of(Family.values()).forEach(each -> mechanisms.add(each.titleInC()));
        List<String> files = List.of(FileTimes.READ_IO, FileTimes.READ_NIO, FileTimes.WRITE_IO, FileTimes.WRITE_NIO);
        return new Findings(
                plan,
                rounds("one CPU", mechanisms, shapes),
                rounds("two CPUs", mechanisms, shapes),
                rounds("fresh", mechanisms, shapes),
                rounds("files", files, shapes),
                rounds("one CPU, unequal", mechanisms, uneven),
                new Rounds("two CPUs, unequal", Burst::medianNs),
                new WindowsFindings(noWine, noWine.isEmpty() ? List.of(onWindows(shapes)) : List.of()));
    }

    private WindowsFindings.OnJava onWindows(List<Shape> shapes) {
        List<String> mechanisms = Stream.of(WindowsMechanism.values())
                .map(WindowsMechanism::title)
                .toList();
        return new WindowsFindings.OnJava(
                17, rounds("Wine", mechanisms, shapes), rounds("Wine, sends", mechanisms, shapes));
    }

    private Rounds rounds(String setting, List<String> systems, List<Shape> shapes) {
        Rounds rounds = new Rounds(setting, Burst::medianNs);
        rounds.nextPair();
        List<Burst> bursts = new ArrayList<>();
        for (Shape shape : shapes) {
            for (String system : systems) {
                double ns = factors.getOrDefault(system, 1.0) * (BASE_NS + shape.requestBytes());
                bursts.add(new Burst(system, shape, ns, ns));
            }
        }
        rounds.add(bursts);
        return rounds;
    }
}
