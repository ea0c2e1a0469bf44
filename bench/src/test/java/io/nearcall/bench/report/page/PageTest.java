// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import io.nearcall.bench.curve.FirstCalls;
import io.nearcall.bench.life.Life;
import io.nearcall.bench.load.LoadFigure;
import io.nearcall.bench.measure.Quantile;
import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.pair.IdleCost;
import io.nearcall.bench.pair.Throughput;
import io.nearcall.bench.pair.Transfer;
import io.nearcall.bench.report.ResultRow;
import io.nearcall.bench.report.Series;
import io.nearcall.bench.report.Verdict;
import io.nearcall.bench.report.VerdictGroup;
import io.nearcall.bench.start.ColdStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PageTest {

    private static final List<Verdict> NO_VERDICTS = List.of();
    private static final List<String> NO_PEERS = List.of();

    @TempDir
    Path directory;

    @Test
    void shouldDrawEveryFigureAndLoadNothing() {
        String html = new Page(List.of(ping()), measured("EPYC"), NO_VERDICTS, NO_PEERS).html();

        assertThat(count(html, "<figure>")).isEqualTo(17);
        assertThat(count(html, "src=\"data:image/svg\\+xml;base64,")).isEqualTo(17);
        assertThat(count(html, "srcset=\"data:image/svg\\+xml;base64,")).isEqualTo(17);
        assertThat(html).doesNotContainPattern("(src|srcset|href)=\"(?!data:)").doesNotContain("<script");
    }

    @Test
    void shouldAnswerByAPlotAndASentenceBeforeTheTargetsAndTheMachine() {
        String html =
                new Page(List.of(ping(), ping("rmi-one-cpu", 14_400)), measured("EPYC"), NO_VERDICTS, NO_PEERS).html();

        assertThat(html.replaceAll("data:[^\"]+", ""))
                .containsSubsequence(
                        "How soon is it fast?",
                        "The first 10,000 orders over nearcall-shm take 1.50 s. The first 10,000 orders over rmi take 4.50 s.",
                        "Orders over nearcall-shm get no faster after 12,345 calls, or still do in some JVMs.",
                        "<picture>",
                        "How long does a call take, beside what I have now?",
                        "A ping takes 163 ns, over RMI 14.4 us: 88 times as long.",
                        "<picture>",
                        "How does it grow with the bytes?",
                        "8 B there and back take 200 ns. 128 MiB there and back take 60.0 ms.",
                        "How does it grow with the callers?",
                        "1 caller makes 5,000,000 calls a second, over RMI 50,000.",
                        "How soon is there a first answer?",
                        "How late is the slowest call?",
                        "99 of 100 pings over nearcall-shm take no longer than 190 ns.",
                        "What does it cost while nobody calls?",
                        "An idle server of nearcall-shm uses 0.090 % of a CPU.",
                        "Targets",
                        "Numbers",
                        "machine   EPYC");
    }

    @Test
    void shouldEscapeWhatItShows() {
        String html = new Page(List.of(), measured("<b>\"fast\" & 'new'</b>"), NO_VERDICTS, NO_PEERS).html();

        assertThat(html).contains("&lt;b&gt;&quot;fast&quot; &amp; &#39;new&#39;&lt;/b&gt;");
    }

    @Test
    void shouldSayWhichTargetsAreHeld() {
        Verdict held = new Verdict(
                VerdictGroup.CALLS, "ping, at most 2", 1.41, "held", List.of(1.41), List.of(0.01), "disturbed");
        Verdict missed =
                new Verdict(VerdictGroup.CALLS, "order, at most 2", 2.22, "not held", List.of(2.22), List.of(), "");
        Verdict open = new Verdict(
                VerdictGroup.CALLS, "x RMI", Double.NaN, "not judged (floor in slow state)", List.of(), List.of(), "");
        String html = new Page(List.of(), measured("EPYC"), List.of(held, missed, open), NO_PEERS).html();

        assertThat(html)
                .containsPattern(
                        "class=\"held\">\\s*<span>ping, at most 2: </span>\\s*<span class=\"outcome\">1.41, held; disturbed: 0.01<")
                .containsPattern("class=\"missed\">\\s*<span>order")
                .contains("<span class=\"outcome\">not judged (floor in slow state)<");
    }

    @Test
    void shouldDoWithoutWhatWasNotMeasured() {
        Series nothing = new Series(
                List.of(), List.of(), List.of(), List.of(), List.of(), Life.NONE, Map.of(), List.of(), List.of(),
                List.of());

        assertThat(new Page(List.of(), nothing, NO_VERDICTS, NO_PEERS).html())
                .contains("Nothing of this was measured.")
                .doesNotContain("<img");
    }

    @Test
    void shouldStackThePhasesOfEachColdStartInTheirOrder() {
        Figure figure = new Figures(measured("EPYC")).coldStarts();

        assertThat(Figures.phases(measured("EPYC").coldStarts()))
                .containsExactly("JVM until main", "lookup()", "native library", "rest", "first call");
        assertThat(figure.rows()).contains(List.of("Nearcall client", "first result", "90.0", "80.0", "100.0"));
    }

    @Test
    void shouldPutStartsOverRmiBesideNearcalls() {
        List<ColdStart> starts = List.of(
                new ColdStart("greet, RMI", List.of(300.0, 200.0, 250.0), List.of()),
                new ColdStart("greet, Nearcall", List.of(280.0), List.of()),
                new ColdStart("archive: RMI", List.of(170.0), List.of()),
                new ColdStart("archive: Nearcall", List.of(160.0), List.of()));

        assertThat(new StartFigure(starts).figure().rows())
                .containsExactly(
                        List.of("greet", "rmi", "250.0", "200.0", "300.0"),
                        List.of("greet", "nearcall-shm", "280.0", "280.0", "280.0"),
                        List.of("order, archive", "rmi", "170.0", "170.0", "170.0"),
                        List.of("order, archive", "nearcall-shm", "160.0", "160.0", "160.0"));
    }

    @Test
    void shouldShowTheMedianOfEachLoadWithItsRange() {
        String html = new Page(List.of(), measured("EPYC"), NO_VERDICTS, NO_PEERS).html();

        assertThat(html)
                .containsPattern("bare ring</td>\\s*<td class=\"word\">messages per second</td>\\s*<td>20,000,000</td>"
                        + "\\s*<td>10,000,000</td>\\s*<td>30,000,000</td>");
    }

    @Test
    void shouldKeepWhatThePlotsAreDrawnFrom() throws IOException {
        Path file = directory.resolve("series.json");
        measured("EPYC").writeJson(file);

        assertThat(new Gson().fromJson(Files.readString(file), Series.class)).isEqualTo(measured("EPYC"));
    }

    private static ResultRow ping() {
        return ping("nearcall-shm", 163);
    }

    private static ResultRow ping(String system, double ns) {
        return new ResultRow(
                system, "ping", 0, 1, ns, null, null, null, null, null, null, null, 88.4, null, null, null, null, null);
    }

    private static Series measured(String machine) {
        List<Quantile> points = List.of(new Quantile(50, 140), new Quantile(99, 190), new Quantile(99.9, 5_000));
        return new Series(
                List.of("machine   " + machine),
                List.of(new WarmUp("nearcall-shm", "order", 12_345, 3, 1)),
                List.of(
                        new Series.Curve("nearcall-shm", "ping", 0, points),
                        new Series.Curve("nearcall-shm", "order", 62, points),
                        new Series.Curve("rmi", "bytes", 4_000, points),
                        new Series.Curve("rmi", "bytes", 40_000, points)),
                List.of(
                        new Transfer("nearcall-shm", 8, 8, 1_000, 200, 150, 9_000),
                        new Transfer("nearcall-shm", 128 << 20, 128 << 20, 3, 6e7, 5e7, 7e7),
                        new Transfer("nearcall-shm", 16, 512, 1_000, 220, 150, 9_000),
                        new Transfer("nearcall-shm", 512, 16, 1_000, 230, 150, 9_000)),
                List.of(new Throughput("nearcall-shm", 1, 5e6), new Throughput("rmi", 1, 5e4)),
                MeasuredLife.EXAMPLE,
                Map.of("nearcall-shm", new IdleCost(0.0009, 29)),
                List.of(
                        new ColdStart(
                                "Nearcall client",
                                List.of(100.0, 90.0, 80.0),
                                List.of(
                                        new ColdStart.Phase("JVM until main", 40),
                                        new ColdStart.Phase("lookup()", 30),
                                        new ColdStart.Phase("first call", 20))),
                        new ColdStart("greet, RMI", List.of(90.0), List.of()),
                        new ColdStart("greet, Nearcall", List.of(80.0), List.of()),
                        new ColdStart(
                                "Nearcall client, in parts",
                                List.of(100.0, 91.0, 80.0),
                                List.of(
                                        new ColdStart.Phase("JVM until main", 40),
                                        new ColdStart.Phase("native library", 20),
                                        new ColdStart.Phase("rest", 11),
                                        new ColdStart.Phase("first call", 20)))),
                List.of(new LoadFigure("one way", "bare ring", "messages per second", List.of(2e7, 1e7, 3e7))),
                List.of(firstOrders("nearcall-shm", 1), firstOrders("nearcall-by-hand", 0.5), firstOrders("rmi", 3)));
    }

    private static FirstCalls firstOrders(String system, double factor) {
        List<FirstCalls.Point> points = List.of(
                new FirstCalls.Point(1, factor * 3e7),
                new FirstCalls.Point(100, factor * 2e8),
                new FirstCalls.Point(10_000, factor * 1.5e9));
        return new FirstCalls(system, "order", points, null, factor * 2_000, 12_345);
    }

    @Test
    void shouldListTheFirstCallsAtTheMarks() {
        String html = new Page(List.of(), measured("EPYC"), NO_VERDICTS, NO_PEERS).html();

        assertThat(html).containsPattern("nearcall-by-hand</td>\\s*<td>100.0</td>\\s*<td>-</td>\\s*<td>750.0</td>");
    }

    private static int count(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        int count = 0;
        while (matcher.find()) {
            count++;
        }
        return count;
    }
}
