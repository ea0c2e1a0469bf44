// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Network namespaces, which are the hosts of a test. They end with the program that runs in the first of them. */
final class Namespaces {

    private static final List<String> NEW =
            List.of("unshare", "--map-root-user", "--net", "--mount", "--fork", "--kill-child", "sh", "-e", "-c");

    /** Makes the first host. */
    private static final String BEGIN = "mount -t tmpfs none /run\nip link set lo up\n";

    private static final long PATIENCE_S = 110;

    private Namespaces() {}

    /** Whether the system lets this user have them. */
    static boolean arePermitted() throws Exception {
        List<String> probe = new ArrayList<>(NEW);
        probe.add(BEGIN + "ip netns add probe\nip -n probe link set lo up");
        try {
            return new ProcessBuilder(probe)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false; // there is no unshare
        }
    }

    /**
     * Makes hosts, and runs a program in the first of them. Fails with what it has said if it fails.
     *
     * @param script makes the other hosts, and connects them
     * @param log for what the program says
     */
    static void run(String script, Path log, Class<?> program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(NEW);
        command.addAll(List.of(BEGIN + script + "\nexec \"$@\"\n", "sh"));
        command.addAll(java("near", program, arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            boolean ended = process.waitFor(PATIENCE_S, TimeUnit.SECONDS);
            assertThat(ended && process.exitValue() == 0)
                    .as(Files.readString(log))
                    .isTrue();
        } finally {
            process.destroyForcibly(); // ends what it has started
        }
    }

    private static List<String> java(String host, Class<?> program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
        command.addAll(List.of("-Xmx192m", "-XX:TieredStopAtLevel=1", "-cp"));
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.addAll(List.of("-Dio.nearcall.dir=/run/" + host, program.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Starts a server on another host. For the program in the first one. Waits until the server says that it is open. */
    static Process start(String host, Class<?> program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("nsenter", "--net=/run/netns/" + host));
        command.addAll(java(host, program, arguments));
        Process server = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(server.inputReader().readLine()).isEqualTo("open");
        return server;
    }

    /** Runs a command that changes the network. For the program in the first host. */
    static void change(String command) throws Exception {
        assertThat(new ProcessBuilder(command.split(" ")).inheritIO().start().waitFor())
                .as(command)
                .isZero();
    }
}
