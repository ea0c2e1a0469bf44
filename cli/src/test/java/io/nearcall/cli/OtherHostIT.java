// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.nearcall.Endpoint;
import io.nearcall.Inspect;
import io.nearcall.grpc.GrpcTransport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command with {@code --host}. The server is in another JVM, whose classes this one does not have. */
@Timeout(400)
class OtherHostIT {

    private static final String CALCULATOR = "io.nearcall.grpc.Calculator";

    @TempDir
    private static Path directory;

    private static Path certificates;
    private static Process server;
    private static String host;

    @BeforeAll
    static void start() throws IOException {
        certificates = Files.createDirectory(directory.resolve("certificates"));
        Path classes = CompiledSources.ofProgram(
                "integrations/grpc/src/test/java",
                "io/nearcall/grpc/CertifiedServer.java",
                directory.resolve("classes"));
        server = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx96m",
                        "-Dio.nearcall.inspect=call",
                        "-Dio.nearcall.dir=" + directory.resolve("run"),
                        "-cp",
                        classes + ":" + System.getProperty("java.class.path"),
                        "io.nearcall.grpc.CertifiedServer",
                        certificates.toString(),
                        "127.0.0.1")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        host = "localhost:" + server.inputReader().readLine();
    }

    @AfterAll
    static void stop() throws InterruptedException {
        server.destroyForcibly().waitFor();
    }

    private static String file(String name) {
        return certificates.resolve(name + ".pem").toString();
    }

    /** Runs the command as the owner of a certificate. */
    private static CommandRun as(String certificate, String... line) {
        return trusting("shop", certificate, line);
    }

    private static CommandRun trusting(String trusted, String certificate, String... line) {
        List<String> arguments = new ArrayList<>(List.of(line));
        arguments.addAll(List.of("--host", host, "--certificate", file(certificate)));
        arguments.addAll(List.of("--key", file("key"), "--trust", file(trusted)));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    /** What differs from run to run. Columns are as wide as their content. */
    private static String lasting(String printed) {
        return printed.replace(host, "HOST")
                .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID")
                .replaceAll(" +", " ");
    }

    private static void assertFails(CommandRun run, int exitCode, String error, String... words) throws Exception {
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        assertThat(run.out()).isEmpty();
        SchemasTest.assertFits(run.err(), "error");
        JsonObject failure = JsonParser.parseString(run.err()).getAsJsonObject();
        assertThat(failure.get("error").getAsString()).as(run.err()).isEqualTo(error);
        assertThat(failure.get("outcome").getAsString()).isEqualTo("NOT_SENT");
        assertThat(failure.get("message").getAsString()).contains(words);
    }

    @Test
    void shouldListWhatTheCallerMayCall() throws Exception {
        CommandRun till = as("till", "ls");
        assertThat(till.err()).isEmpty();
        assertThat(till.exitCode()).isZero();
        assertThat(lasting(till.out())).isEqualTo(OwnDirectory.golden("ls-host.txt"));

        CommandRun desk = as("desk", "ls", "--json");
        assertThat(desk.err()).isEmpty();
        assertThat(lasting(desk.out())).isEqualTo(OwnDirectory.golden("ls-host.jsonl"));
        SchemasTest.assertFits(desk.out(), "ls-host");
    }

    @Test
    void shouldTellNothingOfTheProcess() {
        CommandRun run = as("till", "ls", "--json");
        assertThat(lasting(run.out()))
                .contains("restricted")
                .doesNotContain(Long.toString(server.pid()), directory.toString(), "CertifiedServer", "within");
    }

    @Test
    void shouldListServicesOfThatPattern() {
        assertThat(as("till", "ls", "^rest").out()).contains("restricted").doesNotContain("calculator ");
        CommandRun none = as("desk", "ls", "^rest");
        assertThat(none.exitCode()).isZero();
        assertThat(none.out()).isEmpty();
        assertThat(none.err())
                .isEqualTo("nearcall: the endpoint at " + host
                        + " shows this caller no services with a name that matches ^rest.\n");
    }

    @Test
    void shouldDescribeAServiceAndAMethod() {
        CommandRun whole = as("till", "describe", "restricted");
        assertThat(whole.err()).isEmpty();
        assertThat(whole.out()).contains("interface " + CALCULATOR, "int add(", "byte[] echo(");
        CommandRun part = as("desk", "describe", "calculator.add");
        assertThat(part.err()).isEmpty();
        assertThat(part.out()).contains("int add(").doesNotContain("echo");
    }

    @Test
    void shouldCallMethods() {
        assertThat(as("desk", "call", "calculator.add", "2", "3")).isEqualTo(new CommandRun(0, "5\n", ""));
        assertThat(as("till", "call", "restricted.caller"))
                .isEqualTo(new CommandRun(0, "\"spiffe://shop/till\"\n", ""));
        CommandRun threw = as("desk", "call", "calculator.divide", "1", "0");
        assertThat(threw.exitCode()).isEqualTo(ExitCodes.THREW);
        assertThat(threw.err()).contains("ArithmeticException", "(the endpoint at " + host + "; it ran)");
    }

    @Test
    void shouldNotTellARestrictedServiceFromAMissingOne() throws Exception {
        for (String service : List.of("restricted", "within", "nobody")) {
            String[] words = {
                "No service \"" + service + "\" at grpc://" + host, "the endpoint there offers no such service"
            };
            assertFails(as("desk", "describe", service, "--json"), ExitCodes.NOT_FOUND, "SERVICE_NOT_FOUND", words);
            assertFails(
                    as("desk", "call", service + ".add", "2", "3", "--json"),
                    ExitCodes.NOT_FOUND,
                    "SERVICE_NOT_FOUND",
                    words);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "thief, shop, the other side does not accept the certificate of this one",
        "till, stranger, the certificate of the other side is not accepted"
    })
    void shouldSayThatACertificateIsNotAccepted(String certificate, String trusted, String reason) throws Exception {
        for (String[] line :
                new String[][] {{"ls"}, {"describe", "calculator"}, {"call", "calculator.add", "1", "2"}}) {
            List<String> arguments = new ArrayList<>(List.of(line));
            arguments.add("--json");
            assertFails(
                    trusting(trusted, certificate, arguments.toArray(String[]::new)),
                    ExitCodes.NOT_SENT,
                    "CONNECTION_REFUSED",
                    "The endpoint at " + host + " refused the connection: ",
                    reason);
        }
    }

    @Test
    void shouldSayThatNobodyAnswers() throws Exception {
        String free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = "localhost:" + socket.getLocalPort();
        }
        assertFails(
                CommandRun.of("ls", "--host", free, "--json"),
                ExitCodes.NOT_SENT,
                "HOST_NOT_REACHED",
                "The endpoint at " + free + " was not reached after waiting ",
                "Connection refused");
    }

    @Test
    void shouldSayThatTheEndpointExpectsTls() throws Exception {
        assertFails(
                CommandRun.of("ls", "--host", host, "--json"),
                ExitCodes.NOT_SENT,
                "CONNECTION_REFUSED",
                "The endpoint at " + host + " refused the connection: ",
                "the other side speaks TLS, and this one plaintext: give this side a certificate");
    }

    @Test
    void shouldReachAnEndpointOfThisHostInPlaintext() throws Exception {
        GrpcTransport door = GrpcTransport.builder().listen(0).build();
        try (Endpoint endpoint = Endpoint.builder()
                .directory(directory.resolve("plain"))
                .transport(door)
                .open()) {
            endpoint.export(LookIT.Till.class, new LookIT.Closed(), "till");
            String plain = "localhost:" + door.port();
            CommandRun listed = CommandRun.of("ls", "--host", plain);
            assertThat(listed.out()).contains("till").contains(" - "); // its name would be its process id
            CommandRun refused = CommandRun.of("call", "till.add", "1", "2", "--host", plain);
            assertThat(refused.exitCode()).isEqualTo(ExitCodes.NOT_SENT);
            assertThat(refused.err()).contains("The endpoint at " + plain + ", which has", "does not allow calls");
        }
    }

    @Test
    void shouldSayThatAnEndpointTellsNothing() throws Exception {
        GrpcTransport door = GrpcTransport.builder().listen(0).build();
        try (Endpoint endpoint = Endpoint.builder()
                .directory(directory.resolve("discreet"))
                .inspect(Inspect.OFF)
                .transport(door)
                .open()) {
            assertThat(endpoint.isClosed()).isFalse();
            assertFails(
                    CommandRun.of("ls", "--host", "localhost:" + door.port(), "--json"),
                    ExitCodes.NOT_SENT,
                    "NOT_INSPECTABLE",
                    "does not describe its services");
        }
    }

    @Test
    void shouldRefuseOptionsThatDoNotBelongTogether() throws Exception {
        String key = file("key");
        assertFails(CommandRun.of("ls", "--key", key, "--json"), ExitCodes.USAGE, "USAGE", "go with --host only");
        assertFails(
                CommandRun.of("call", "a.b", "--key", key, "--json"), ExitCodes.USAGE, "USAGE", "go with --host only");
        assertFails(
                CommandRun.of("ls", "--host", host, "--key", key, "--json"), ExitCodes.USAGE, "USAGE", "go together");
        assertFails(
                CommandRun.of("ls", "--host", host, "--clients", "--json"),
                ExitCodes.USAGE,
                "USAGE",
                "--clients is for this host only");
        assertFails(
                CommandRun.of("describe", "x.Y", "--class-path", "/", "--host", host, "--json"),
                ExitCodes.USAGE,
                "USAGE",
                "--host does not go with --class-path");
        for (String place : List.of("shop", "h1:7443,h2:7443", "dns:///h1:7443", "xds:///h1")) {
            assertFails(CommandRun.of("ls", "--host", place, "--json"), ExitCodes.USAGE, "USAGE", "is one endpoint");
        }
    }

    @Test
    void shouldRefuseFilesThatAreNotThereAndHostsThatNeedThem() throws Exception {
        assertFails(
                as("nobody", "ls", "--json"),
                ExitCodes.USAGE,
                "REFUSED",
                "--host " + host + " cannot be asked",
                "nobody.pem");
        assertFails(
                CommandRun.of("ls", "--host", "192.0.2.1:7443", "--json"),
                ExitCodes.USAGE,
                "REFUSED",
                "--host 192.0.2.1:7443 is no address of this host, so it needs --certificate, --key and --trust.");
    }
}
