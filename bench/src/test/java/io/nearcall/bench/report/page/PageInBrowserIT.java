// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.Gson;
import io.nearcall.bench.Workload;
import io.nearcall.bench.curve.CurveWork;
import io.nearcall.bench.curve.FirstCalls;
import io.nearcall.bench.measure.Quantile;
import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.pair.Throughput;
import io.nearcall.bench.pair.Transfer;
import io.nearcall.bench.peers.Peer;
import io.nearcall.bench.quoted.QuotedRun;
import io.nearcall.bench.report.Series;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real browser makes of the page of a run with all peers, on a wide and on a narrow screen. */
class PageInBrowserIT {

    private static final Pattern FOUND = Pattern.compile("<pre id=\"found\">(.*?)</pre>", Pattern.DOTALL);
    private static final int SECONDS = 50;

    @TempDir
    Path directory;

    @Test
    void shouldShowWholePlotsFromTheFirstScreenOnAndLoadNothing() throws Exception {
        assertThat(look(page())).isEqualTo("22 plots at 1300, 22 plots at 400");
    }

    @Test
    void shouldNoticeWhatIsCutOffAndWhatIsLoaded() throws Exception {
        String broken = page().replace(
                        "<h1>", "<img src=\"http://127.0.0.1:9/pixel.png\"><p style=\"width:1400px\">wide</p><h1>")
                .replaceFirst("<picture>", "<div style=\"height:900px\"></div><picture>");

        assertThat(look(broken))
                .contains("1300: the page is 1", "400: the page is 14", "is loaded: http://127.0.0.1:9/pixel.png")
                .contains("1300: the first plot begins at ");
    }

    /** Returns what the browser finds. */
    private String look(String page) throws IOException, InterruptedException {
        Optional<String> browser = browser();
        if (!"true".equals(System.getenv("CI"))) {
            assumeTrue(browser.isPresent(), "no Chromium on the PATH");
        }
        assertThat(browser).as("a Chromium on the PATH").isPresent();
        Path file = directory.resolve("look.html");
        Files.writeString(file, resource("look.html").replace("PAGE", Html.escaped(page)));
        Process process = new ProcessBuilder(
                        browser.get(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--user-data-dir=" + directory.resolve("profile"),
                        "--window-size=1400,1000",
                        "--virtual-time-budget=60000",
                        "--dump-dom",
                        file.toUri().toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            String dom = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
            Matcher found = FOUND.matcher(dom);
            assertThat(found.find()).as(dom).isTrue();
            return found.group(1);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            process.waitFor();
        }
    }

    private static Optional<String> browser() {
        return Stream.of("chromium", "chromium-browser", "google-chrome")
                .flatMap(name -> Arrays.stream(System.getenv("PATH").split(":")).map(path -> Path.of(path, name)))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }

    /** Of a real run, with every peer beside RMI. */
    private static String page() throws IOException {
        QuotedRun run;
        try (InputStream in = QuotedRun.class.getResourceAsStream("trial-run.json");
                Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
            run = new Gson().fromJson(reader, QuotedRun.class);
        }
        Series of = run.series();
        List<Series.Curve> curves = new ArrayList<>(of.curves());
        List<Transfer> transfers = new ArrayList<>(of.transfers());
        List<Throughput> throughputs = new ArrayList<>(of.throughputs());
        List<Quantile> points = List.of(new Quantile(50, 14_000), new Quantile(99, 19_000), new Quantile(99.9, 5e6));
        curves.removeIf(
                curve -> curve.system().equals("rmi") && !curve.workload().equals("ping"));
        for (Workload workload : List.of(Workload.ORDER, Workload.BYTES_4000, Workload.BYTES_40000)) {
            curves.add(new Series.Curve(
                    "rmi", workload.label(), workload.requestBytes(), points)); // a trial has too few calls
        }
        List<FirstCalls> firstCalls = new ArrayList<>(of.firstCalls());
        List<FirstCalls.Point> first = List.of(new FirstCalls.Point(1, 2e7), new FirstCalls.Point(100_000, 3e9));
        firstCalls.add(new FirstCalls(Peer.DIRMI.system(), CurveWork.ORDER.title(), first, 14_000.0, 14_000, 100_000));
        firstCalls.add(new FirstCalls(Peer.AERON.system(), CurveWork.ORDER.title(), first, 1_400.0, 1_400, 100_000));
        for (Peer peer : Peer.values()) {
            for (String system : peer.systems()) {
                curves.add(new Series.Curve(system, "ping", 0, points));
                transfers.add(new Transfer(system, 8, 8, 9, 14_000, 9_000, 90_000));
                transfers.add(new Transfer(system, 1 << 20, 1 << 20, 9, 1.4e6, 9e5, 9e6));
                for (int callers : Throughput.CALLERS) {
                    throughputs.add(new Throughput(system, callers, 50_000 * callers));
                }
            }
        }
        Series series = new Series(
                of.about(),
                List.of(new WarmUp("nearcall-shm", "order", 12_345, 3, 1)),
                curves,
                transfers,
                throughputs,
                MeasuredLife.EXAMPLE,
                of.idle(),
                of.coldStarts(),
                of.loads(),
                firstCalls);
        return new Page(run.results(), series, run.verdicts(), List.of("grpc: nothing.")).html();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = PageInBrowserIT.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
