// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.google.gson.JsonParser;
import io.nearcall.cli.LiveServer.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command on one host, and the endpoint on another: network namespaces that a cable connects. */
@Timeout(300)
class OtherNetworkIT {

    private static final String FAR = "10.9.0.2";

    /** Makes the two hosts, which last as long as the input. */
    private static final String TWO_HOSTS = String.join(
            "\n",
            "mount -t tmpfs none /run",
            "ip link set lo up",
            "ip netns add far",
            "ip link add near0 type veth peer name far0 netns far",
            "ip addr add 10.9.0.1/24 dev near0",
            "ip link set near0 up",
            "ip -n far addr add " + FAR + "/24 dev far0",
            "ip -n far link set lo up",
            "ip -n far link set far0 up",
            "echo ready",
            "exec cat >/dev/null",
            "");

    @TempDir
    private static Path directory;

    private static Process hosts;
    private static Process server;
    private static String place;

    @BeforeAll
    static void start() throws IOException {
        Path said = directory.resolve("hosts");
        try {
            hosts = new ProcessBuilder("unshare", "--map-root-user", "--net", "--mount", "sh", "-e", "-c", TWO_HOSTS)
                    .redirectError(said.toFile())
                    .start();
        } catch (IOException e) {
            abort("No network namespaces here: " + e.getMessage());
        }
        if (!"ready".equals(hosts.inputReader().readLine())) {
            abort("No network namespaces here: " + Files.readString(said));
        }
        Path classes = CompiledSources.ofProgram(
                "integrations/grpc/src/test/java",
                "io/nearcall/grpc/CertifiedServer.java",
                directory.resolve("classes"));
        server = new ProcessBuilder(within(
                        List.of("nsenter", "--net=/run/netns/far"),
                        System.getProperty("java.home") + "/bin/java",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx96m",
                        "-Dio.nearcall.dir=" + directory.resolve("far"),
                        "-cp",
                        classes + ":" + System.getProperty("java.class.path"),
                        "io.nearcall.grpc.CertifiedServer",
                        directory.toString(),
                        FAR))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        place = FAR + ":" + server.inputReader().readLine();
    }

    /** Both end with their input, too. */
    @AfterAll
    static void stop() throws InterruptedException {
        for (Process each : new Process[] {server, hosts}) {
            if (each != null) {
                each.destroyForcibly().waitFor();
            }
        }
    }

    /** Starts a program on a host. */
    private static List<String> within(List<String> host, String... program) {
        List<String> command = new ArrayList<>(List.of("nsenter", "--preserve-credentials", "--target"));
        command.addAll(List.of(Long.toString(hosts.pid()), "--user", "--mount", "--net"));
        command.addAll(host);
        command.addAll(Arrays.asList(program));
        return command;
    }

    /** Runs the command on the near host, as the owner of the certificate {@code till}. */
    private static Run run(String... line) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(line));
        arguments.addAll(List.of("--host", place, "--json"));
        arguments.addAll(List.of("--certificate", file("till"), "--key", file("key"), "--trust", file("shop")));
        ProcessBuilder command = LiveServer.command(directory.resolve("near"), arguments.toArray(String[]::new));
        command.command(within(List.of(), command.command().toArray(String[]::new)));
        return Run.of(command, directory);
    }

    private static String file(String name) {
        return directory.resolve(name + ".pem").toString();
    }

    @Test
    void shouldShowServicesOfTheOtherHostUntilTheCableIsPulled() throws Exception {
        Run listed = run("ls");
        assertThat(listed.exitCode()).as(listed.err()).isZero();
        assertThat(listed.out().lines().map(OtherNetworkIT::service)).containsExactly("calculator", "restricted");
        assertThat(listed.out().lines()).allMatch(line -> line.contains("\"host\":\"" + place + "\""));

        Run described = run("describe", "restricted");
        assertThat(described.exitCode()).as(described.err()).isZero();
        assertThat(described.out()).contains("io.nearcall.grpc.Calculator");

        Process cut = new ProcessBuilder(within(List.of(), "ip", "-n", "far", "link", "set", "far0", "down"))
                .inheritIO()
                .start();
        assertThat(cut.waitFor()).isZero();
        Run silent = run("ls");
        assertThat(silent.exitCode()).as(silent.out()).isEqualTo(ExitCodes.NOT_SENT);
        assertThat(silent.out()).isEmpty();
        assertThat(silent.err()).contains("HOST_NOT_REACHED", "The endpoint at " + place + " was not reached");
    }

    private static String service(String line) {
        return JsonParser.parseString(line).getAsJsonObject().get("service").getAsString();
    }
}
