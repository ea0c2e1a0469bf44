// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Lines over a logarithmic axis, one for each system. */
public final class LinePlot {

    /** More names than these do not fit below the plot. */
    private static final int LEGEND_IN_A_ROW = 7;

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

    /** With both axes logarithmic, from power of ten to power of ten. */
    public String svg(boolean markers) {
        return lines.isEmpty() ? "" : Look.svg(() -> chart(markers));
    }

    private Chart<?, ?> chart(boolean markers) {
        XYChart chart = new XYChartBuilder()
                .width(Look.WIDTH)
                .height(Look.HEIGHT)
                .xAxisTitle(xTitle)
                .yAxisTitle(yTitle)
                .build();
        Look.apply(chart.getStyler());
        chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(true);
        chart.getStyler().setXAxisLogarithmicDecadeOnly(true).setYAxisLogarithmicDecadeOnly(true);
        chart.getStyler().setXAxisTickLabelsFormattingFunction(xLabel::apply);
        chart.getStyler().setYAxisTickLabelsFormattingFunction(yLabel::apply);
        chart.getStyler()
                .setXAxisMin(
                        below(lines.stream().flatMap(line -> line.x.stream()).toList()));
        chart.getStyler()
                .setXAxisMax(
                        above(lines.stream().flatMap(line -> line.x.stream()).toList()));
        chart.getStyler()
                .setYAxisMin(
                        below(lines.stream().flatMap(line -> line.y.stream()).toList()));
        chart.getStyler()
                .setYAxisMax(
                        above(lines.stream().flatMap(line -> line.y.stream()).toList()));
        chart.getStyler().setMarkerSize(7);
        if (lines.size() > LEGEND_IN_A_ROW) {
            chart.getStyler().setLegendPosition(LegendPosition.OutsideE).setLegendLayout(LegendLayout.Vertical);
        }
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
