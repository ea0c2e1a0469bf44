// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The sample as a user runs it, from fat jars: a redeployment and a kill while eight callers work. */
@Timeout(180)
class SampleIT {

    private static final int ALL_S = 160;
    private static final int TELLERS = 8;
    private static final Pattern REPORT = Pattern.compile(
            "(\\d+) calls were answered, (\\d+) were refused before they began, of (\\d+) the result is unknown");

    @TempDir
    private Path directory;

    @Test
    void shouldLoseNoCallAtARedeploymentAndSayWhatIsUnknownAfterAKill() throws IOException, InterruptedException {
        String printed = run();
        assertThat(printed).contains("[run] Redeploying the bank", "[run] Killing the bank", "The end: ");
        long[] beforeTheKill = lastReport(printed.substring(0, printed.indexOf("[run] Killing")));
        assertThat(beforeTheKill[0]).isPositive();
        assertThat(beforeTheKill[2]).isZero();
        long[] atTheEnd = lastReport(printed);
        assertThat(atTheEnd[0]).isGreaterThan(beforeTheKill[0]);
        assertThat(atTheEnd[2]).isLessThanOrEqualTo(TELLERS);
    }

    private String run() throws IOException, InterruptedException {
        File out = directory.resolve("out").toFile();
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of("../../../samples/run").toAbsolutePath().toString(), "spring")
                .redirectErrorStream(true)
                .redirectOutput(out);
        builder.environment().put("TMPDIR", directory.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("SAMPLES_CLASSPATH", "the build has made the jars");
        Process process = builder.start();
        boolean ended = process.waitFor(ALL_S, TimeUnit.SECONDS);
        process.destroy();
        String printed = Files.readString(out.toPath());
        assertThat(ended).as(printed).isTrue();
        assertThat(process.exitValue()).as(printed).isZero();
        return printed;
    }

    /** Calls that were answered, refused, and of which the result is unknown. */
    private static long[] lastReport(String printed) {
        Matcher report = REPORT.matcher(printed);
        long[] numbers = null;
        while (report.find()) {
            numbers = new long[] {
                Long.parseLong(report.group(1)), Long.parseLong(report.group(2)), Long.parseLong(report.group(3))
            };
        }
        assertThat(numbers).as(printed).isNotNull();
        return numbers;
    }
}
