// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The samples as a user starts them, two at a time: each has a directory of its own. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(60)
class SamplesIT {

    private static final String PIPELINE =
            "LC_ALL=C; export LC_ALL; tr -cs A-Za-z '\\n' < \"$1\" | tr A-Z a-z | sort | uniq -c"
                    + " | sort -k1,1nr -k2 | head -20";

    private static final FileAttribute<?> ONLY_OWN =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /** For a server that offers nothing else. */
    private static final Map<String, String> FIFO_ONLY = Map.of("NEARCALL_CHANNEL", "fifo");

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
    void shouldRunEachSideOfTheQuickstartInATerminalOfItsOwn() throws Exception {
        Path meet = Files.createDirectory(directory.resolve("meet"), ONLY_OWN);
        Map<String, String> usual = Map.of("NEARCALL_DIR", meet.toString());
        SampleRun server =
                new SampleRun(Files.createDirectory(directory.resolve("server")), usual, "quickstart", "server");
        for (int i = 0; i < 2; i++) { // the second one finds less in stock
            Path own = Files.createDirectory(directory.resolve("client" + i));
            SampleRun client = new SampleRun(own, usual, "quickstart", "client");
            assertThat(client.await()).as(client.errors()).isZero();
            assertThat(client.output())
                    .contains("two lamps: ", "refused:       2 x lamp ordered, " + (i == 0 ? "1 left" : "0 left"))
                    .containsPattern("place\\(order\\): Nearcall .* rounds\n$");
            client.assertNothingIsLeft();
        }
        server.signal("INT");
        assertThat(server.await()).isEqualTo(130);
        assertThat(server.output()).startsWith("The order service is open.\n").contains("audit: Ada looks around\n");
        server.assertNothingIsLeft();

        SampleRun none = new SampleRun(Files.createDirectory(directory.resolve("none")), "quickstart", "both");
        assertThat(none.await()).isEqualTo(2);
        assertThat(none.errors()).contains("\"both\" is no side");
    }

    @Test
    void shouldCallThroughStubsThatTheBuildHasGenerated() throws Exception {
        Map<String, String> onlyBuilt = Map.of("JDK_JAVA_OPTIONS", "-Dio.nearcall.stubs=built");
        SampleRun run = new SampleRun(directory, onlyBuilt, "factory");
        assertThat(run.await()).as(run.errors()).isZero();
        run.assertNothingIsLeft();
    }

    @Test
    void shouldRunTheProgramInBothDressesAndCompareThem() throws Exception {
        SampleRun run = new SampleRun(directory, "from-rmi");
        assertThat(run.await()).as(run.errors()).isZero();
        String dress =
                "(?s:.*told of: +seat 1 for Ada.*reserved: seat 3 for Cem.*refused: +Dan, all 3 seats are taken.*)";
        assertThat(run.output())
                .containsPattern("-- java.rmi\n" + dress + "-- io.nearcall.rmi\n" + dress + "\\[client\\] Measuring")
                .containsPattern(
                        "\\[client\\] int free\\(\\) +java.rmi [0-9.]+ us .*, io.nearcall.rmi [0-9.]+ us .* x\n")
                .containsPattern("\\[client\\] Seat seatOf\\(String\\) +java.rmi .* x\n$");
        assertThat(run.errors()).isEmpty();
        run.assertNothingIsLeft();
    }

    @Test
    void shouldMoveAProgramFromRmiByItsImports() throws Exception {
        Path sources = Path.of("src/main/java/io/nearcall/samples/fromrmi");
        for (String name : new String[] {"BoxOffice", "Client", "Server"}) {
            assertThat(withoutDress(sources.resolve("after/" + name + ".java")))
                    .isEqualTo(withoutDress(sources.resolve("before/" + name + ".java")));
        }
    }

    /** The lines of a source, its imports sorted, for their order follows from their names. */
    private static List<String> withoutDress(Path source) throws IOException {
        List<String> lines = new ArrayList<>();
        List<String> imports = new ArrayList<>();
        for (String line : Files.readAllLines(source)) {
            String bare = line.replaceFirst("^(package .*)\\.(before|after);$", "$1;")
                    .replaceFirst(
                            "^import (java\\.rmi|java\\.rmi\\.registry|java\\.rmi\\.server|io\\.nearcall\\.rmi)"
                                    + "\\.(LocateRegistry|Naming|Registry|UnicastRemoteObject);$",
                            "import $2;");
            (bare.startsWith("import ") ? imports : lines).add(bare);
        }
        imports.sort(null);
        lines.addAll(imports);
        return lines;
    }

    @Test
    void shouldSayHowLongACallTakesOverEachChannel() throws Exception {
        SampleRun run = new SampleRun(directory, "choosechannel");
        assertThat(run.await()).as(run.errors()).isZero();
        for (String channel : List.of("shm", "fifo", "unix", "tcp", "sysvshm", "sysvmq")) {
            assertThat(run.output())
                    .containsPattern("\\[client\\] " + channel + " +add\\(int, int\\) +[0-9.]+ us, .* us\n");
        }
        assertThat(run.errors()).isEmpty();
        run.assertNothingIsLeft();
    }

    @Test
    void shouldSayWhyAChannelCannotBeHadAndGoOnWithTheOthers() throws Exception {
        SampleRun run = new SampleRun(directory, FIFO_ONLY, "choosechannel", "shm", "fifo");
        assertThat(run.await()).as(run.errors()).isZero();
        assertThat(run.output())
                .containsPattern("\\[client\\] shm +cannot be had: .*\n")
                .containsPattern("\\[client\\] fifo +add\\(int, int\\) +[0-9.]+ us, .* us\n");
        run.assertNothingIsLeft();
    }

    @Test
    void shouldFailWhereNoChannelCanBeHad() throws Exception {
        SampleRun run = new SampleRun(directory, FIFO_ONLY, "choosechannel", "shm");
        assertThat(run.await()).isEqualTo(1);
        assertThat(run.output()).containsPattern("\\[client\\] shm +cannot be had: .*\n");
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
    void shouldInterruptTheAirlineWhenTheClientsTimeIsOver() throws Exception {
        SampleRun run = new SampleRun(directory, "deadline");
        assertThat(run.await()).as(run.errors()).isZero();
        assertThat(run.output())
                .containsPattern("\\[agency\\] [0-9:.]+  asked for Cape Town, [0-9]+ ms left\n")
                .containsPattern(
                        "\\[airline\\] [0-9:.]+  searching a flight to Cape Town, [0-9]+ ms left, for trace 00-0af")
                .containsPattern("\\[client\\] [0-9:.]+  offered: flight 807 to Cape Town, and a hotel\n")
                .containsPattern("\\[client\\] [0-9:.]+  given up: Agency.offer of \"agency\"")
                .containsPattern("\\[airline\\] [0-9:.]+  interrupted: nobody waits for Kimberley any more\n")
                .containsPattern("\\[airline\\] [0-9:.]+  searching a flight to Durban, no hurry, for trace 00-0af");
        assertThat(run.errors()).isEmpty();
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
    void shouldOrderThroughWhatAllSystemsHave() throws Exception {
        SampleRun run = new SampleRun(directory, "portable");
        assertThat(run.await()).as(run.errors()).isZero();
        assertThat(run.output())
                .contains(
                        "[kitchen] The kitchen is open, on Linux.",
                        "[kitchen] served: 1000",
                        "[kitchen] thanks: it was good",
                        "[client] ordered: 1000, on Linux");
        assertThat(run.errors()).isEmpty();
        run.assertNothingIsLeft();
    }

    @Test
    void shouldReadObjectsFromAStreamOverSharedMemory() throws Exception {
        SampleRun run = new SampleRun(directory, "streams-classic");
        assertThat(run.await()).as(run.errors()).isZero();
        assertThat(run.output())
                .containsPattern("\\[office\\] read: 525,600 readings, [0-9,]+ a second\n")
                .contains(
                        "[client] written: 525,600 readings",
                        "[client] answer:  Summary[readings=525600, coldest=Reading[number=0, degrees=3.0], warmest="
                                + "Reading[number=262800, degrees=29.0]]");
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
        assertThat(run.errors().lines().filter(line -> !line.startsWith("[worker-1]"))) // it is ended as it starts
                .anyMatch(line -> line.contains(directory + ": a directory."))
                .noneMatch(line -> line.contains("Exception"));
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
