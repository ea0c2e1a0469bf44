// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Lines over a logarithmic axis, one for each system. */
public final class LinePlot {

    /** With more powers of ten there is no room for all their names on a narrow screen. */
    private static final double NARROW_DECADES = 5;

    private record Line(String system, List<Double> x, List<Double> y) {}

    private final String xTitle;
    private final String yTitle;
    private final DoubleFunction<String> xLabel;
    private final DoubleFunction<String> yLabel;
    private final List<Line> lines = new ArrayList<>();

    public LinePlot(String xTitle, DoubleFunction<String> xLabel, String yTitle, DoubleFunction<String> yLabel) {
        this.xTitle = xTitle;
        this.xLabel = xLabel;
        this.yTitle = yTitle;
        this.yLabel = yLabel;
    }

    public void add(String system, List<Double> x, List<Double> y) {
        if (!x.isEmpty()) {
            lines.add(new Line(system, x, y));
        }
    }

    /** Draws the plot with two logarithmic axes, from power of ten to power of ten. */
    public Plot plot(boolean markers) {
        return lines.isEmpty()
                ? Plot.NONE
                : Look.plot(
                        size -> chart(size, markers),
                        Look.Size.WIDE,
                        Look.Size.NARROW,
                        lines.stream()
                                .map(line -> Look.Mark.of(line.system).key(line.system, markers))
                                .toList());
    }

    private Chart<?, ?> chart(Look.Size size, boolean markers) {
        List<Double> allX = lines.stream().flatMap(line -> line.x.stream()).toList();
        List<Double> allY = lines.stream().flatMap(line -> line.y.stream()).toList();
        boolean sparse = size.isNarrow() && Math.log10(above(allX) / below(allX)) > NARROW_DECADES;
        XYChart chart = new XYChartBuilder()
                .width(size.width())
                .height(size.height())
                .xAxisTitle(xTitle)
                .yAxisTitle(yTitle)
                .build();
        Look.apply(chart.getStyler());
        chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(true);
        chart.getStyler().setXAxisLogarithmicDecadeOnly(true).setYAxisLogarithmicDecadeOnly(true);
        chart.getStyler()
                .setXAxisTickLabelsFormattingFunction(
                        value -> sparse && Math.round(Math.log10(value)) % 2 != 0 ? " " : xLabel.apply(value));
        chart.getStyler().setYAxisTickLabelsFormattingFunction(yLabel::apply);
        chart.getStyler().setXAxisMin(below(allX)).setXAxisMax(above(allX));
        chart.getStyler().setYAxisMin(below(allY)).setYAxisMax(above(allY));
        chart.getStyler().setMarkerSize(7);
        for (Line line : lines) {
            Look.Mark mark = Look.Mark.of(line.system);
            XYSeries series = chart.addSeries(line.system, line.x, line.y);
            series.setLineColor(mark.color);
            series.setLineStyle(mark.line);
            series.setMarkerColor(mark.color);
            series.setMarker(markers ? mark.marker : SeriesMarkers.NONE);
        }
        return chart;
    }

    private static double below(List<Double> values) {
        return Math.pow(
                10, Math.floor(Math.log10(values.stream().min(Double::compare).orElseThrow())));
    }

    private static double above(List<Double> values) {
        return Math.pow(
                10, Math.ceil(Math.log10(values.stream().max(Double::compare).orElseThrow())));
    }
}
