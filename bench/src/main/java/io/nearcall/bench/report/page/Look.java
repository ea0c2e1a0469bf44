// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import de.erichseifert.vectorgraphics2d.Processors;
import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The look of all plots. A system looks the same in each plot, and can be recognised without colour too. */
public final class Look {

    private static final int WIDTH = 760;
    private static final int HEIGHT = 400;
    private static final int NARROW_WIDTH = 380;
    private static final int NARROW_HEIGHT = 320;
    private static final int LOW = 150;

    private static final Color TEXT = new Color(0x22, 0x22, 0x22);
    private static final Color GRID = new Color(0xDD, 0xDD, 0xDD);
    private static final float[] DASHES = {7, 4};
    private static final float[] DOTS = {2, 3};

    private static final Map<Marker, String> SYMBOLS = Map.of(
            SeriesMarkers.SQUARE, "\u25a0",
            SeriesMarkers.CIRCLE, "\u25cf",
            SeriesMarkers.DIAMOND, "\u25c6",
            SeriesMarkers.TRIANGLE_UP, "\u25b2",
            SeriesMarkers.TRIANGLE_DOWN, "\u25bc",
            SeriesMarkers.CROSS, "\u2715",
            SeriesMarkers.PLUS, "+");

    private static final List<Color> FURTHER = List.of(
            new Color(0xB8, 0xC4, 0xD0),
            new Color(0x1B, 0x5F, 0xB8),
            new Color(0x5A, 0x9B, 0xE0),
            new Color(0xA9, 0xCF, 0xF2),
            new Color(0x2E, 0x86, 0x57),
            new Color(0x8F, 0xC9, 0x9B),
            new Color(0xE0, 0x8A, 0x1E),
            new Color(0xF3, 0xC7, 0x77),
            new Color(0xB8, 0x32, 0x2A),
            new Color(0xE5, 0x8A, 0x82),
            new Color(0x7A, 0x5A, 0xA6),
            new Color(0xBF, 0xA8, 0xDB));

    /** The size of a plot. */
    record Size(int width, int height) {

        static final Size WIDE = new Size(WIDTH, HEIGHT);
        static final Size NARROW = new Size(NARROW_WIDTH, NARROW_HEIGHT);

        boolean isNarrow() {
            return width == NARROW_WIDTH;
        }

        /** Returns the size for a plot of single bars. */
        Size low() {
            return new Size(width, height - LOW);
        }
    }

    /** Draws a plot of that size. */
    interface Drawing {
        Chart<?, ?> in(Size size);
    }

    /** A system's colour, line and marker. */
    enum Mark {
        FLOOR("floor", 0x55, 0x55, 0x55, SeriesMarkers.SQUARE, DASHES),
        FLOOR_FRESH("floor-fresh", 0x99, 0x99, 0x99, SeriesMarkers.SQUARE, DOTS),
        FLOOR_IN_C("floor-c", 0x99, 0x99, 0x99, SeriesMarkers.CROSS, DOTS),
        NEARCALL("nearcall-shm", 0x1B, 0x5F, 0xB8, SeriesMarkers.CIRCLE, null),
        FIFO_ONE_CPU("nearcall-fifo-one-cpu", 0x5B, 0xA3, 0xE0, SeriesMarkers.CIRCLE, DASHES),
        KRYO("kryo-in-process", 0x2E, 0x86, 0x57, SeriesMarkers.DIAMOND, DOTS),
        HAND_CODED("nearcall-by-hand", 0x5B, 0xA3, 0xE0, SeriesMarkers.CIRCLE, DASHES),
        RMI("rmi", 0xB8, 0x32, 0x2A, SeriesMarkers.TRIANGLE_UP, null),
        RMI_ONE_CPU("rmi-one-cpu", 0xE0, 0x8A, 0x1E, SeriesMarkers.TRIANGLE_DOWN, DASHES),
        ONE_CPU("nearcall-shm-one-cpu", 0x1B, 0x5F, 0xB8, SeriesMarkers.CIRCLE, DOTS),
        RMI_UNIX("rmi-unix", 0xC8, 0x55, 0x7C, SeriesMarkers.TRIANGLE_UP, null),
        RMI_UNIX_ONE_CPU("rmi-unix-one-cpu", 0xC8, 0x55, 0x7C, SeriesMarkers.TRIANGLE_DOWN, DASHES),
        DIRMI("dirmi", 0x7A, 0x5A, 0xA6, SeriesMarkers.DIAMOND, null),
        DIRMI_ONE_CPU("dirmi-one-cpu", 0x7A, 0x5A, 0xA6, SeriesMarkers.DIAMOND, DASHES),
        GRPC("grpc", 0x1A, 0x9B, 0x9B, SeriesMarkers.SQUARE, null),
        GRPC_ONE_CPU("grpc-one-cpu", 0x1A, 0x9B, 0x9B, SeriesMarkers.SQUARE, DASHES),
        GRPC_DEFAULT_LOOPS("grpc-default-loops", 0x1A, 0x9B, 0x9B, SeriesMarkers.PLUS, DOTS),
        AERON_PIPELINED("aeron-pipelined", 0x22, 0x22, 0x22, SeriesMarkers.CROSS, DASHES),
        AERON("aeron", 0x22, 0x22, 0x22, SeriesMarkers.CROSS, null),
        SOCKET_IO("socket, java.io", 0x55, 0x55, 0x55, SeriesMarkers.SQUARE, DASHES),
        SOCKET_NIO("socket, NIO", 0x55, 0x55, 0x55, SeriesMarkers.SQUARE, null),
        PIPE_IO("named pipe, java.io", 0xE0, 0x8A, 0x1E, SeriesMarkers.TRIANGLE_UP, DASHES),
        PIPE_NIO("named pipe, NIO", 0xE0, 0x8A, 0x1E, SeriesMarkers.TRIANGLE_UP, null),
        QUEUE_IO("message queue, java.io", 0x2E, 0x86, 0x57, SeriesMarkers.DIAMOND, DASHES),
        QUEUE_NIO("message queue, NIO", 0x2E, 0x86, 0x57, SeriesMarkers.DIAMOND, null),
        MEMORY_EXPLICIT("shared memory, explicit semaphores", 0x7A, 0x5A, 0xA6, SeriesMarkers.CROSS, DASHES),
        MEMORY_STREAM("shared memory, stream", 0xBF, 0xA8, 0xDB, SeriesMarkers.CROSS, DASHES),
        UNIX_NIO("Unix socket, NIO", 0xB8, 0x32, 0x2A, SeriesMarkers.TRIANGLE_DOWN, null),
        MEMORY_NIO("shared memory, NIO", 0x7A, 0x5A, 0xA6, SeriesMarkers.CROSS, null),
        SHARED_OBJECT("shared object", 0x1A, 0x9B, 0x9B, SeriesMarkers.PLUS, null),
        CALL_SHM("call over shm", 0x1B, 0x5F, 0xB8, SeriesMarkers.CIRCLE, null),
        CALL_FIFO("call over fifo", 0x5B, 0xA3, 0xE0, SeriesMarkers.CIRCLE, DASHES),
        CALL_SYSVSHM("call over sysvshm", 0x1B, 0x5F, 0xB8, SeriesMarkers.DIAMOND, DOTS),
        CALL_SYSVMQ("call over sysvmq", 0x5B, 0xA3, 0xE0, SeriesMarkers.DIAMOND, DOTS),
        CALL_UNIX("call over unix", 0x1B, 0x5F, 0xB8, SeriesMarkers.TRIANGLE_UP, DASHES),
        CALL_TCP("call over tcp", 0x5B, 0xA3, 0xE0, SeriesMarkers.TRIANGLE_UP, DOTS),
        CONNECTIONS("TCP, a connection each", 0x55, 0x55, 0x55, SeriesMarkers.TRIANGLE_DOWN, DOTS),
        FILES("files", 0x99, 0x99, 0x99, SeriesMarkers.CROSS, DOTS),
        BOUND("nearcall-shm-bound", 0x1B, 0x5F, 0xB8, SeriesMarkers.CIRCLE, DASHES),
        RMI_BOUND("rmi-bound", 0xB8, 0x32, 0x2A, SeriesMarkers.TRIANGLE_UP, DASHES),
        DIRMI_BOUND("dirmi-bound", 0x7A, 0x5A, 0xA6, SeriesMarkers.DIAMOND, DASHES),
        FUTEX_IN_C("futex-c", 0x55, 0x55, 0x55, SeriesMarkers.SQUARE, null),
        FUTEX_IN_C_BOUND("futex-c-bound", 0x55, 0x55, 0x55, SeriesMarkers.SQUARE, DASHES),
        OTHER("", 0x7A, 0x5A, 0xA6, SeriesMarkers.PLUS, null);

        final Color color;
        final Marker marker;
        final BasicStroke line;
        private final String border;
        private final String system;

        Mark(String system, int red, int green, int blue, Marker marker, float[] dashes) {
            this.system = system;
            this.color = new Color(red, green, blue);
            this.marker = marker;
            this.border = dashes == null ? "solid" : dashes == DASHES ? "dashed" : "dotted";
            this.line = dashes == null
                    ? new BasicStroke(2)
                    : new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dashes, 0);
        }

        Plot.Key key(String name, boolean withMarker) {
            return new Plot.Key(name, color, border, withMarker ? SYMBOLS.getOrDefault(marker, "") : "");
        }

        static Mark of(String system) {
            for (Mark mark : values()) {
                if (mark.system.equals(system)) {
                    return mark;
                }
            }
            return OTHER;
        }
    }

    private Look() {}

    /** Returns the colour of a system. */
    public static Color color(String system) {
        return Mark.of(system).color;
    }

    /** Returns the n-th colour for things that are not systems. */
    static Color further(int index) {
        return FURTHER.get(index % FURTHER.size());
    }

    static void apply(AxesChartStyler styler) {
        Font plain = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
        styler.setBaseFont(plain);
        styler.setChartTitleVisible(false);
        styler.setLegendVisible(false);
        styler.setAxisTickLabelsFont(plain);
        styler.setAxisTitleFont(plain);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBackgroundColor(Color.WHITE);
        styler.setChartFontColor(TEXT);
        styler.setAxisTickLabelsColor(TEXT);
        styler.setPlotGridLinesColor(GRID);
        styler.setPlotGridLinesStroke(new BasicStroke(1));
        styler.setPlotBorderVisible(false);
        styler.setChartPadding(8);
        styler.setAxisTickPadding(6);
    }

    /** Draws the plot for wide and for narrow screens. The drawings are empty if this JVM cannot draw. */
    static Plot plot(Drawing drawing, Size wide, Size narrow, List<Plot.Key> keys) {
        return new Plot(svg(() -> drawing.in(wide)), svg(() -> drawing.in(narrow)), keys);
    }

    private static String svg(Supplier<Chart<?, ?>> plot) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Chart<?, ?> chart = plot.get();
            VectorGraphics2D graphics = new VectorGraphics2D();
            chart.paint(graphics, chart.getWidth(), chart.getHeight());
            PageSize size = new PageSize(0, 0, chart.getWidth(), chart.getHeight());
            Processors.get("svg").getDocument(graphics.getCommands(), size).writeTo(bytes);
            // Browsers do not know Java's name of the font.
            return bytes.toString(StandardCharsets.UTF_8).replace("SansSerif", "DejaVu Sans, Verdana, sans-serif");
        } catch (IOException | LinkageError | InternalError e) {
            System.err.println("A plot cannot be drawn: " + e);
            return "";
        } catch (RuntimeException e) {
            // If there is no font at all, the exception differs from one JDK to the next.
            System.err.println("A plot cannot be drawn: " + e);
            return "";
        }
    }
}
