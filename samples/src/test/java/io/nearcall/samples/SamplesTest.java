// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The samples as a user starts them. */
@Timeout(60)
class SamplesTest {

    private static final String PIPELINE =
            "LC_ALL=C; export LC_ALL; tr -cs A-Za-z '\\n' < \"$1\" | tr A-Z a-z | sort | uniq -c"
                    + " | sort -k1,1nr -k2 | head -20";

    @TempDir
    Path directory;

    @Test
    void shouldPlaceOrdersAndEndWithTheComparison() throws Exception {
        SampleRun run = new SampleRun(directory, "quickstart");
        assertThat(run.await()).as(run.errors()).isZero();
        assertThat(run.output())
                .contains(
                        "[server] audit: Ada looks around",
                        "[client] placed:        Receipt[orderNumber=3, totalCents=39501]",
                        "[client] refused:       2 x lamp ordered, 1 left; so we take 1")
                .containsPattern("\\[client\\] place\\(order\\): Nearcall .* us, Java RMI .* x\\), floor .* rounds\n$");
        assertThat(run.errors()).isEmpty();
        run.assertNothingIsLeft();
    }

    @Test
    void shouldSayHowLongACallTakesOverEachChannel() throws Exception {
        SampleRun run = new SampleRun(directory, "choosechannel");
        assertThat(run.await()).as(run.errors()).isZero();
        assertThat(run.output())
                .containsPattern("\\[client\\] shm +add\\(int, int\\) +[0-9.]+ us, .* us\n")
                .containsPattern("\\[client\\] fifo +add\\(int, int\\) +[0-9.]+ us, .* us\n");
        assertThat(run.errors()).isEmpty();
        run.assertNothingIsLeft();
    }

    @Test
    void shouldNameTheChannelsWhenAskedForAnother() throws Exception {
        SampleRun run = new SampleRun(directory, "choosechannel", "pigeon");
        assertThat(run.await()).isEqualTo(1);
        assertThat(run.output()).contains("choosechannel: There is no channel \"pigeon\"; there are shm, fifo");
        run.assertNothingIsLeft();
    }

    @Test
    void shouldTakeStreamsHalfWay() throws Exception {
        SampleRun run = new SampleRun(directory, "streams");
        assertThat(run.await()).as(run.errors()).isZero();
        assertThat(run.output())
                .contains(
                        "[client] found:    Entry[number=1009, text=disk full on node 39]",
                        "[client] found:    Entry[number=4036, text=disk full on node 59]",
                        "; 0 searches are open")
                .containsPattern("\\[client\\] read: +[0-9,]+ entries/s as an iterator, [0-9,]+ by a call for each\n")
                .containsPattern("\\[client\\] followed: 25 of [0-9,]+ entries that were written");
        assertThat(run.errors()).isEmpty();
        run.assertNothingIsLeft();
    }

    @Test
    void shouldCountWordsAsThePipelineDoes() throws Exception {
        Path text = text(200_000);
        SampleRun run = new SampleRun(directory, "wordcount", text.toString(), "--workers", "2");
        assertThat(run.await()).as(run.errors()).isZero();
        assertThat(run.errors()).contains("[worker-1] ", "[worker-2] ", "100%", "200000 words");
        run.assertNothingIsLeft();
        assertThat(run.output().lines()).hasSize(20).first().asString().matches(" +[0-9]+ [a-z]+");
        assertThat(run.output()).isEqualTo(pipeline(text));
    }

    @Test
    void shouldGoOnWithTheOtherWorkersWhenOneIsKilled() throws Exception {
        Path text = text(6_000_000);
        SampleRun run = new SampleRun(directory, "wordcount", text.toString(), "--workers=2");
        run.awaitOutput("counting ");
        run.signal("KILL", "Worker 2");
        assertThat(run.await()).as(run.errors()).isZero();
        assertThat(run.errors()).contains("going on without", "(process ", "6000000 words");
        run.assertNothingIsLeft();
        assertThat(run.output()).isEqualTo(pipeline(text));
    }

    @Test
    void shouldSayWhatIsWrongWithAFile() throws Exception {
        SampleRun run = new SampleRun(directory, "wordcount", directory.toString(), "-w", "1");
        assertThat(run.await()).isEqualTo(1);
        assertThat(run.errors()).contains(directory + ": a directory.").doesNotContain("Exception");
        run.assertNothingIsLeft();
    }

    @Test
    void shouldRefuseToCountWithoutWorkers() throws Exception {
        SampleRun run = new SampleRun(directory, "wordcount", text(10).toString(), "--workers", "0");
        assertThat(run.await()).isEqualTo(2);
        assertThat(run.errors()).contains("--workers 0: name a number from 1 to 64.");
        run.assertNothingIsLeft();
    }

    @Test
    void shouldLeaveNothingWhenInterrupted() throws Exception {
        SampleRun run = new SampleRun(directory, "quickstart");
        run.awaitOutput("Measuring");
        run.signal("INT");
        assertThat(run.await()).isEqualTo(130);
        run.assertNothingIsLeft();
    }

    @Test
    void shouldSendFilesOfAnySize() throws Exception {
        String empty = file("empty", 0);
        String odd = file("odd", 3_000_001);
        String large = file("large", 128L << 20);
        String huge = file("huge", 257L << 20);
        SampleRun run = new SampleRun(directory, "bigpayload", empty, odd, large, huge);
        assertThat(run.await()).as(run.errors()).isZero();
        assertThat(run.output().lines())
                .satisfiesExactly(
                        line -> assertThat(line).matches("empty +in one call +0 bytes .*agree"),
                        line -> assertThat(line).matches("empty +in chunks of 1024 KiB +0 bytes .*agree"),
                        line -> assertThat(line).matches("odd +in one call +3,000,001 bytes .*agree"),
                        line -> assertThat(line).matches("odd +in chunks .* 3,000,001 bytes .*agree"),
                        line -> assertThat(line).matches("large +in one call +134,217,728 bytes .*agree"),
                        line -> assertThat(line).matches("large +in chunks .* 134,217,728 bytes .*agree"),
                        line -> assertThat(line).matches("huge +in one call +too long"),
                        line -> assertThat(line).matches("huge +in chunks .* 269,484,032 bytes .*agree"));
        assertThat(run.errors()).contains("huge goes in chunks only: 257 MiB are more than", "100%");
        run.assertNothingIsLeft();
    }

    @Test
    void shouldRefuseToSendWhatIsNoFile() throws Exception {
        SampleRun run = new SampleRun(directory, "bigpayload", directory.toString());
        assertThat(run.await()).isEqualTo(1);
        assertThat(run.errors()).contains(directory + ": not a regular file.").doesNotContain("Exception");
        run.assertNothingIsLeft();
    }

    @Test
    void shouldLeaveNoFileOfItsOwnWhenInterrupted() throws Exception {
        SampleRun run = new SampleRun(directory, "bigpayload");
        run.awaitOutput("sending ");
        run.signal("INT");
        assertThat(run.await()).isEqualTo(130);
        run.assertNothingIsLeft();
    }

    /** Zeroes that take no space on the disk. */
    private String file(String name, long lengthBytes) throws IOException {
        Path file = directory.resolve(name);
        try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
            content.setLength(lengthBytes);
        }
        return file.toString();
    }

    private Path text(int words) throws IOException {
        Random random = new Random(7);
        String[] ends = {" ", "  ", "\n", ", ", "-", "'", " 12 "};
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            int rank = (int) (300 * Math.pow(random.nextDouble(), 3));
            text.append((char) ((random.nextInt(8) == 0 ? 'A' : 'a') + rank % 26));
            for (int rest = rank / 26; rest > 0; rest /= 3) {
                text.append("xyz".charAt(rest % 3));
            }
            text.append(ends[random.nextInt(ends.length)]);
        }
        return Files.writeString(directory.resolve("text"), text);
    }

    private static String pipeline(Path text) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/tr")) && Files.isExecutable(Path.of("/usr/bin/uniq")));
        Process process = new ProcessBuilder("sh", "-c", PIPELINE, "sh", text.toString()).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
