// SPDX-License-Identifier: Apache-2.0
package io.nearcall.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.nearcall.Endpoint;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What flight recordings of two JVMs show of their calls. */
@Timeout(120)
@ExtendWith(PrivateDirectory.class)
class RecordingIT {

    private static final String SLOW = "io.nearcall.SlowCall";
    private static final String FAILED = "io.nearcall.FailedCall";
    private static final Duration LEAST = Duration.ofMillis(KitchenClient.MS / 2); // spinning is not in it

    @TempDir
    private Path directory;

    private Path settings;

    /** What both sides say of one call in the same words. */
    private record Ids(String connection, int lane, long callId) {
        static Ids of(RecordedEvent event) {
            return new Ids(event.getString("connection"), event.getInt("lane"), event.getLong("callId"));
        }
    }

    /** The events of one JVM. */
    private record Recorded(List<RecordedEvent> events) {

        List<RecordedEvent> of(String type, Predicate<RecordedEvent> wanted) {
            return events.stream()
                    .filter(event -> event.getEventType().getName().equals(type))
                    .filter(wanted)
                    .toList();
        }

        List<RecordedEvent> calls(String type, String side, String method) {
            return of(
                    type,
                    event -> event.getString("side").equals(side)
                            && event.getString("method").equals(method));
        }
    }

    /** What a run of client and server has left. */
    private record Both(Recorded client, Recorded server, int clientPid, int serverPid) {

        /** Asserts that both sides have shown so many calls of a method, under the same ids. */
        void shouldJoin(String type, String method, int count) {
            List<RecordedEvent> calls = client.calls(type, "caller", method);
            List<RecordedEvent> runs = server.calls(type, "service", method);
            assertThat(calls.stream().map(Ids::of).distinct()).as(method).hasSize(count);
            assertThat(runs.stream().map(Ids::of).distinct())
                    .containsExactlyInAnyOrderElementsOf(
                            calls.stream().map(Ids::of).distinct().toList());
            for (RecordedEvent call : calls) {
                assertThat(call.getInt("pid")).isEqualTo(clientPid);
                assertThat(call.getInt("peerPid")).isEqualTo(serverPid);
                assertThat(call.getString("service")).isEqualTo("kitchen");
                assertThat(call.getString("type")).isEqualTo(Kitchen.class.getName());
            }
            RecordedEvent call = calls.get(0);
            RecordedEvent run = runs.get(0);
            assertThat(run.getInt("pid")).isEqualTo(serverPid);
            assertThat(run.getInt("peerPid")).isEqualTo(clientPid);
            assertThat(run.getString("endpoint")).isEqualTo(call.getString("peerEndpoint"));
            assertThat(run.getString("peerEndpoint")).isEqualTo(call.getString("endpoint"));
        }
    }

    @BeforeEach
    void takeSettingsOutOfTheJar() throws IOException {
        settings = directory.resolve("nearcall.jfc");
        try (InputStream shipped = Endpoint.class.getResourceAsStream("/META-INF/nearcall.jfc")) {
            Files.copy(shipped, settings);
        }
    }

    private List<String> recordingInto(String file) {
        return List.of("-XX:StartFlightRecording:filename=" + directory.resolve(file) + ",settings=" + settings
                + ",io.nearcall.Summary#period=20ms,dumponexit=true");
    }

    private static Recorded read(Path file) throws IOException {
        return new Recorded(RecordingFile.readAllEvents(file));
    }

    private static OtherJvm server(List<String> options, String... arguments) {
        OtherJvm server = OtherJvm.start(options, OtherJvm.classPath(), KitchenServer.class, arguments);
        assertThat(lineOf(server)).isEqualTo("ready");
        return server;
    }

    /** The next line that is not JFR's own. */
    private static String lineOf(OtherJvm jvm) {
        String line;
        do {
            line = jvm.readLine();
        } while (line != null
                && (line.isEmpty()
                        || line.contains("jfr")
                        || line.startsWith("Use jcmd")
                        || line.startsWith("Started recording")));
        return line;
    }

    private static void end(OtherJvm server) {
        server.writeLine("end");
        assertThat(server.awaitExit(30)).isZero();
    }

    private static int callAll(List<String> options, String threads) {
        try (OtherJvm client = OtherJvm.start(options, OtherJvm.classPath(), KitchenClient.class, threads)) {
            assertThat(lineOf(client)).isEqualTo("spoilt");
            assertThat(lineOf(client)).isEqualTo("MAY_HAVE_RUN");
            assertThat(lineOf(client)).isEqualTo("refused");
            assertThat(lineOf(client))
                    .isEqualTo(Boolean.toString(!options.toString().contains("limit-modules")));
            assertThat(client.awaitExit(30)).isZero();
            return client.pid();
        }
    }

    private Both record(String threads, String... serverArguments) throws IOException {
        int clientPid;
        int serverPid;
        try (OtherJvm server = server(recordingInto("server.jfr"), serverArguments)) {
            serverPid = server.pid();
            clientPid = callAll(recordingInto("client.jfr"), threads);
            end(server);
        }
        return new Both(
                read(directory.resolve("client.jfr")), read(directory.resolve("server.jfr")), clientPid, serverPid);
    }

    private static void shouldHaveJoined(Both both) {
        both.shouldJoin(SLOW, "roast", KitchenClient.ROASTS + 1);
        both.shouldJoin(SLOW, "deliver", 1);
        both.shouldJoin(FAILED, "spoil", 1);
        for (RecordedEvent call : both.client().calls(SLOW, "caller", "roast")) {
            assertThat(call.getDuration()).isGreaterThan(LEAST);
        }
        for (RecordedEvent run : both.server().calls(SLOW, "service", "roast")) {
            assertThat(run.getDuration()).isGreaterThan(LEAST);
        }
        RecordedEvent spoilt = both.client().calls(FAILED, "caller", "spoil").get(0);
        assertThat(spoilt.getString("outcome")).isEqualTo("RAN");
        assertThat(spoilt.getString("errorType")).isEqualTo(IllegalStateException.class.getName());
        RecordedEvent burnt = both.client().calls(FAILED, "caller", "burn").get(0);
        assertThat(burnt.getString("outcome")).isEqualTo("MAY_HAVE_RUN");
        assertThat(burnt.getString("errorType")).isEqualTo("io.nearcall.DeadlineExceededException");
        assertThat(both.client().calls(SLOW, "caller", "burn"))
                .extracting(Ids::of)
                .containsOnly(Ids.of(burnt));
    }

    @Test
    void shouldShowCallsOnBothSidesUnderTheSameIds() throws IOException {
        Both both = record("platform");
        shouldHaveJoined(both);
        both.shouldJoin(SLOW, "burn", 1); // interrupted
        List<RecordedEvent> opened = both.client()
                .of("io.nearcall.Connection", event -> event.getString("state").equals("opened"));
        assertThat(opened).hasSize(1);
        assertThat(opened.get(0).getBoolean("initiator")).isTrue();
        assertThat(opened.get(0).getString("channel")).isEqualTo("shm");
        assertThat(both.server().of("io.nearcall.Connection", event -> !event.getBoolean("initiator")))
                .extracting(event -> event.getString("connection"), event -> event.getString("state"))
                .containsExactly(
                        tuple(opened.get(0).getString("connection"), "opened"),
                        tuple(opened.get(0).getString("connection"), "ended"));
    }

    @Test
    void shouldShowRefusalsAndSummaries() throws IOException {
        Both both = record("platform");
        RecordedEvent refused =
                both.server().of("io.nearcall.Refusal", event -> true).get(0);
        assertThat(refused.getString("side")).isEqualTo("service");
        assertThat(refused.getString("reason")).isEqualTo("OVERLOADED");
        assertThat(refused.getInt("peerPid")).isEqualTo(both.clientPid());
        RecordedEvent seen =
                both.client().of("io.nearcall.Refusal", event -> true).get(0);
        assertThat(seen.getString("side")).isEqualTo("caller");
        assertThat(seen.getString("reason")).isEqualTo("OVERLOADED");
        assertThat(seen.getString("service")).isEqualTo("kitchen");
        assertThat(seen.getInt("peerPid")).isEqualTo(both.serverPid());
        for (Recorded each : List.of(both.client(), both.server())) {
            assertThat(each.of(
                            "io.nearcall.Summary",
                            event -> event.getString("method").equals("roast")))
                    .extracting(event -> event.getLong("calls"))
                    .contains(KitchenClient.ROASTS + 1L); // at least when the endpoint was closed
            assertThat(each.of(
                            "io.nearcall.Summary",
                            event -> event.getString("method").equals("spoil")))
                    .extracting(event -> event.getLong("failures"))
                    .contains(1L);
        }
    }

    @Test
    void shouldShowCallsThatAnExecutorRuns() throws IOException {
        shouldHaveJoined(record("platform", "executor"));
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "virtual threads need JDK 21 or newer")
    void shouldShowCallsOfVirtualThreads() throws IOException {
        shouldHaveJoined(record("virtual"));
    }

    @Test
    void shouldNoticeARecordingThatIsStartedLater() throws IOException {
        Path file = directory.resolve("late.jfr");
        try (OtherJvm server = server(List.of());
                Endpoint endpoint = Endpoint.open()) {
            Kitchen kitchen = endpoint.lookup(Kitchen.class, "shm:kitchen");
            for (int i = 0; i < 100; i++) {
                kitchen.add(i, i);
            }
            server.writeLine(file.toString());
            assertThat(lineOf(server)).isEqualTo("recording");
            long startNs = System.nanoTime();
            while (System.nanoTime() - startNs < 2_000_000_000L) { // it looks once in a second
                roast(kitchen);
            }
            end(server);
        }
        assertThat(read(file).calls(SLOW, "service", "roast")).isNotEmpty();
    }

    private static void roast(Kitchen kitchen) {
        try {
            kitchen.roast(20);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldNotMeetJfrOnTheThreadThatLooks() {
        try (OtherJvm jvm = OtherJvm.start(MeetingJfr.class)) {
            assertThat(lineOf(jvm)).isEqualTo("left to others: 1, seen: false");
            assertThat(lineOf(jvm)).isEqualTo("left to others: 0, seen: true");
            assertThat(lineOf(jvm)).isEqualTo("shown: [EARLY, LATE]");
            assertThat(lineOf(jvm)).isEqualTo("after the end: false");
            assertThat(jvm.awaitExit(30)).isZero();
        }
    }

    @Test
    void shouldCallWithoutTheModule() {
        List<String> options = List.of("--limit-modules=java.base,jdk.unsupported");
        try (OtherJvm server = server(List.of())) {
            callAll(options, "platform");
            end(server);
        }
    }

    @Test
    void shouldLoadNothingOfJfrWithoutARecording() throws IOException {
        Path log = directory.resolve("loaded");
        try (OtherJvm server = server(List.of())) {
            callAll(List.of("-Xlog:class+load:file=" + log), "platform");
            end(server);
        }
        try (Stream<String> lines = Files.lines(log)) {
            List<String> loaded = lines.toList();
            assertThat(loaded).anyMatch(line -> line.contains("io.nearcall.internal.recording.EndpointRecording "));
            assertThat(loaded)
                    .noneMatch(line -> line.contains(" jdk.jfr."))
                    .noneMatch(line -> line.contains("io.nearcall.internal.recording.ConnectionRecording"));
        }
    }
}
