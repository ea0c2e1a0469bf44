// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import java.awt.Color;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;

/** Bars beside each other, or on top of each other. */
final class BarPlot {

    private static final int LOW = 260;

    private final String yTitle;
    private final DoubleFunction<String> yLabel;
    private final boolean stacked;
    private final List<String> categories;
    private final Map<String, List<Double>> series = new LinkedHashMap<>();

    BarPlot(List<String> categories, String yTitle, DoubleFunction<String> yLabel, boolean stacked) {
        this.categories = categories;
        this.yTitle = yTitle;
        this.yLabel = yLabel;
        this.stacked = stacked;
    }

    /** @param values one for each category */
    void add(String name, List<Double> values) {
        series.put(name, values);
    }

    String svg(Function<Integer, Color> colors) {
        return categories.isEmpty() ? "" : Look.svg(() -> chart(colors));
    }

    private Chart<?, ?> chart(Function<Integer, Color> colors) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(Look.WIDTH)
                .height(stacked ? Look.HEIGHT + 120 : series.size() > 1 ? Look.HEIGHT : LOW)
                .yAxisTitle(yTitle)
                .build();
        Look.apply(chart.getStyler());
        chart.getStyler().setStacked(stacked).setAvailableSpaceFill(stacked ? 0.55 : 0.8);
        chart.getStyler().setShowStackSum(stacked);
        chart.getStyler().setYAxisTickLabelsFormattingFunction(yLabel::apply);
        chart.getStyler().setPlotGridVerticalLinesVisible(false);
        chart.getStyler().setLegendVisible(series.size() > 1);
        chart.getStyler().setYAxisMin(0.0);
        int index = 0;
        for (Map.Entry<String, List<Double>> each : series.entrySet()) {
            chart.addSeries(each.getKey(), categories, each.getValue()).setFillColor(colors.apply(index++));
        }
        return chart;
    }
}
