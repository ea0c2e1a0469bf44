// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class LatencyPlotTest {

    /** Attacked calls take ten times as long: a decade on the axis. */
    private static Comparison tenTimesAsSlow() {
        long[] fast = LongStream.range(0, 1_000).map(i -> 20_000 + 50 * i).toArray();
        return new Comparison(
                List.of(new Round(Arrays.stream(fast).map(each -> 10 * each).toArray(), fast)));
    }

    private static NodeList elements(String svg, String name) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
                .getElementsByTagName(name);
    }

    private static double[] heights(NodeList lines, int index) {
        return Arrays.stream(
                        ((Element) lines.item(index)).getAttribute("points").split(" "))
                .mapToDouble(point -> Double.parseDouble(point.substring(point.indexOf(',') + 1)))
                .toArray();
    }

    @Test
    void shouldDrawBothSidesOnOneAxis() throws Exception {
        NodeList lines = elements(LatencyPlot.of(tenTimesAsSlow(), "calls"), "polyline");
        assertThat(lines.getLength()).isEqualTo(2);
        double[] attacked = heights(lines, 0);
        double[] computing = heights(lines, 1);
        for (int i = 0; i < attacked.length; i++) {
            assertThat(computing[i] - attacked[i])
                    .isBetween(149.0, 151.0); // two decades are 300 high, and y points down
        }
    }

    @Test
    void shouldSayThe99thPercentilesOfBothSides() {
        assertThat(LatencyPlot.of(tenTimesAsSlow(), "calls"))
                .contains("beside the attack: p99 695 us", "beside as many threads that compute: p99 70 us");
    }

    @Test
    void shouldBeSmallAndTheSameForTheSameLatencies() {
        String once = LatencyPlot.of(tenTimesAsSlow(), "calls");
        assertThat(LatencyPlot.of(tenTimesAsSlow(), "calls")).isEqualTo(once).hasSizeLessThan(8_000);
    }

    @Test
    void shouldDrawOneCallOnEachSide() {
        assertThat(LatencyPlot.of(new Comparison(List.of(new Round(new long[] {10}, new long[] {10}))), "calls"))
                .doesNotContain("NaN", "Infinity");
    }
}
