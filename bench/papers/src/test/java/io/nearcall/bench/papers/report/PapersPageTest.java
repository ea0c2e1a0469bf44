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
                        "What is not repeated")
                .contains("src=\"data:image/svg+xml;base64,")
                .doesNotContainPattern("(src|href)=\"(?!data:)")
                .doesNotContain("<script", "NaN");
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
