// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PapersPageTest {

    @TempDir
    Path report;

    @Test
    void shouldShowEveryExperimentAndLoadNothing() {
        String html = new PapersPage(List.of("machine   EPYC"), new Measured().findings()).html();

        assertThat(html)
                .contains(
                        "machine   EPYC",
                        "Wells 2009",
                        "Fischer 2024",
                        "Wells and Anderson 2013",
                        "Kumo\u0144 2017",
                        "Smith and Wells 2017",
                        "What is not repeated")
                .contains("src=\"data:image/svg+xml;base64,")
                .doesNotContainPattern("(src|href)=\"(?!data:)")
                .doesNotContain("<script", "NaN");
    }

    @Test
    void shouldShowTheTableOfWindowsBesideWhatWineGave() {
        String html = new PapersPage(
                        List.of(),
                        new Measured()
                                .times("data copy", 3)
                                .times("mailslot, Java's own stream", 0.4)
                                .findings())
                .html();

        assertThat(html)
                .contains("Round trips, Java 17 under Wine, in us.", "Sends, Java 17 under Wine, in us.")
                .contains("<tr><td class=\"word\">data copy</td><td>538.791</td><td>9.8</td></tr>")
                // 10 us and what the bytes weigh, thrice; the mean is that of the four lengths
                .contains("<tr><td class=\"word\">data copy</td><td>30.120</td><td>31.200</td><td>42.000</td>"
                        + "<td>150.000</td><td>63.330</td><td>300</td></tr>")
                .contains("<tr><td class=\"word\">mailslot, mean</td><td>54</td><td>40</td></tr>");
    }

    @Test
    void shouldSayWhatIsMissingWhereThereIsNoWine() {
        String html = new PapersPage(
                        List.of(),
                        new Measured().withoutWine("Wine is not installed.").findings())
                .html();

        assertThat(html)
                .contains("Nothing was measured: Wine is not installed.", "<td>5496.542</td>")
                .doesNotContain("under Wine, in us", "NaN");
    }

    @Test
    void shouldKeepTheRowsBesideThePage() throws Exception {
        new PapersPage(List.of("machine   EPYC"), new Measured().findings()).write(report);

        JsonObject row = JsonParser.parseString(Files.readString(report.resolve("papers.json")))
                .getAsJsonObject()
                .getAsJsonArray("rows")
                .get(0)
                .getAsJsonObject();
        assertThat(row.keySet())
                .containsExactly(
                        "setting",
                        "system",
                        "payload",
                        "requestBytes",
                        "replyBytes",
                        "lowerQuartileNs",
                        "medianNs",
                        "upperQuartileNs",
                        "rounds");
        assertThat(report.resolve("papers.html")).isNotEmptyFile();
    }
}
