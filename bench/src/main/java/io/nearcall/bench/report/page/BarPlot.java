// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import java.awt.Color;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;

/** Bars side by side, or stacked. */
public final class BarPlot {

    /** Longer names do not fit below their bars on a narrow screen. */
    private static final int NARROW_LETTERS = 30;

    private static final int SLANT = 45;

    private final String yTitle;
    private final DoubleFunction<String> yLabel;
    private final boolean stacked;
    private boolean logarithmic;
    private final List<String> categories;
    private final Map<String, List<Double>> series = new LinkedHashMap<>();

    public BarPlot(List<String> categories, String yTitle, DoubleFunction<String> yLabel, boolean stacked) {
        this.categories = categories;
        this.yTitle = yTitle;
        this.yLabel = yLabel;
        this.stacked = stacked;
    }

    /** @param values one value for each category */
    public void add(String name, List<Double> values) {
        series.put(name, values);
    }

    /** Makes the axis logarithmic. It then cannot show zero. */
    public BarPlot logarithmic() {
        logarithmic = true;
        return this;
    }

    private double powerOfTenBelow() {
        double least = series.values().stream()
                .flatMap(List::stream)
                .filter(value -> value > 0)
                .min(Double::compare)
                .orElse(1.0);
        return Math.pow(10, Math.floor(Math.log10(least)));
    }

    public Plot plot(Function<Integer, Color> colors) {
        if (categories.isEmpty()) {
            return Plot.NONE;
        }
        List<String> names = List.copyOf(series.keySet());
        List<Plot.Key> keys = IntStream.range(0, names.size())
                .mapToObj(index -> new Plot.Key(names.get(index), colors.apply(index), "solid", ""))
                .toList();
        boolean low = series.size() == 1;
        return Look.plot(
                size -> chart(size, colors),
                low ? Look.Size.WIDE.low() : Look.Size.WIDE,
                low ? Look.Size.NARROW.low() : Look.Size.NARROW,
                keys);
    }

    private Chart<?, ?> chart(Look.Size size, Function<Integer, Color> colors) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(size.width())
                .height(size.height())
                .yAxisTitle(yTitle)
                .build();
        Look.apply(chart.getStyler());
        chart.getStyler().setStacked(stacked).setAvailableSpaceFill(stacked ? 0.55 : 0.8);
        chart.getStyler().setShowStackSum(stacked);
        chart.getStyler().setYAxisTickLabelsFormattingFunction(yLabel::apply);
        chart.getStyler().setPlotGridVerticalLinesVisible(false);
        if (size.isNarrow() && String.join("", categories).length() > NARROW_LETTERS) {
            chart.getStyler().setXAxisLabelRotation(SLANT);
        }
        if (logarithmic) {
            chart.getStyler().setYAxisLogarithmic(true).setYAxisLogarithmicDecadeOnly(true);
            chart.getStyler().setYAxisMin(powerOfTenBelow());
        } else {
            chart.getStyler().setYAxisMin(0.0);
        }
        int index = 0;
        for (Map.Entry<String, List<Double>> each : series.entrySet()) {
            chart.addSeries(each.getKey(), categories, each.getValue()).setFillColor(colors.apply(index++));
        }
        return chart;
    }
}
