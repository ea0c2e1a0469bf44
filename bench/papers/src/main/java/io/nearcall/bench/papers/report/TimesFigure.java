// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import io.nearcall.bench.measure.Quartiles;
import io.nearcall.bench.papers.mechanism.Mechanism;
import io.nearcall.bench.papers.mechanism.Payload;
import io.nearcall.bench.papers.mechanism.Shape;
import io.nearcall.bench.papers.trips.Rounds;
import io.nearcall.bench.report.page.Figure;
import io.nearcall.bench.report.page.LinePlot;
import io.nearcall.bench.report.page.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Round trips by length: a line for each mechanism, and below it the numbers with their quartiles. */
final class TimesFigure {

    private static final List<String> HEADINGS =
            List.of("system", "length", "lower quartile us", "median us", "upper quartile us", "% of the yardstick");

    private TimesFigure() {}

    /** @param yardstick returns the baseline of a mechanism, to which the percentages refer */
    static Figure of(
            String title,
            String how,
            Rounds rounds,
            List<Mechanism> mechanisms,
            List<Shape> shapes,
            Function<Mechanism, Mechanism> yardstick,
            Function<Shape, String> label) {
        LinePlot plot = new LinePlot("bytes of the request", Units::decimalLength, "one round trip", Units::duration);
        List<List<String>> rows = new ArrayList<>();
        for (Mechanism mechanism : mechanisms) {
            List<Double> bytes = new ArrayList<>();
            List<Double> medians = new ArrayList<>();
            for (Shape shape : shapes) {
                Quartiles times = rounds.timeNs(mechanism.title(), shape);
                if (Double.isNaN(times.median())) {
                    continue;
                }
                if (shape.payload() == Payload.BYTES && shape.isEcho()) {
                    bytes.add((double) shape.requestBytes());
                    medians.add(times.median());
                }
                rows.add(List.of(
                        mechanism.title(),
                        label.apply(shape),
                        Units.micros(times.lower()),
                        Units.micros(times.median()),
                        Units.micros(times.upper()),
                        Percent.number(100
                                * rounds.ratio(
                                                mechanism.title(),
                                                yardstick.apply(mechanism).title(),
                                                shape)
                                        .median())));
            }
            plot.add(mechanism.title(), bytes, medians);
        }
        return new Figure(title, plot.plot(true), how, HEADINGS, rows);
    }
}
