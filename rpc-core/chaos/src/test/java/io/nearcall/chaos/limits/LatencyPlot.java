// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import de.erichseifert.vectorgraphics2d.Processors;
import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The latencies of a {@link Comparison} by percentile, as an SVG. */
final class LatencyPlot {

    private static final int WIDTH = 760;
    private static final int HEIGHT = 440;
    private static final int POINTS = 200;
    private static final double NS_PER_US = 1e3;

    private LatencyPlot() {}

    /** Writes nothing if this JVM cannot draw. */
    static void write(Comparison comparison, String title, Path file) throws IOException {
        try {
            XYChart chart = new XYChartBuilder()
                    .width(WIDTH)
                    .height(HEIGHT)
                    .title(title)
                    .xAxisTitle("one call in so many took longer")
                    .yAxisTitle("us")
                    .build();
            chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(true);
            chart.getStyler().setXAxisLogarithmicDecadeOnly(true).setYAxisLogarithmicDecadeOnly(true);
            chart.getStyler()
                    .setXAxisMin(1.0)
                    .setXAxisMax(1e5)
                    .setYAxisMin(10.0)
                    .setYAxisMax(1e6);
            add(chart, "beside the attack", comparison.all(Round::attackedNs));
            add(chart, "beside as many threads that compute", comparison.all(Round::besideComputingNs));
            VectorGraphics2D graphics = new VectorGraphics2D();
            chart.paint(graphics, WIDTH, HEIGHT);
            try (OutputStream out = Files.newOutputStream(file)) {
                Processors.get("svg")
                        .getDocument(graphics.getCommands(), new PageSize(0, 0, WIDTH, HEIGHT))
                        .writeTo(out);
            }
        } catch (RuntimeException
                | LinkageError
                | InternalError e) { // where there is no font: it differs from JDK to JDK
            System.err.println("A plot cannot be drawn: " + e);
        }
    }

    /** Points at equal distances on the logarithmic axis, from all calls to one of all. */
    private static void add(XYChart chart, String name, long[] sortedNs) {
        double[] x = new double[POINTS];
        double[] y = new double[POINTS];
        for (int i = 0; i < POINTS; i++) {
            x[i] = Math.pow(sortedNs.length, (double) i / (POINTS - 1));
            int slower = (int) Math.max(1, Math.round(sortedNs.length / x[i]));
            y[i] = sortedNs[sortedNs.length - slower] / NS_PER_US;
        }
        chart.addSeries(name, x, y).setMarker(SeriesMarkers.NONE);
    }
}
