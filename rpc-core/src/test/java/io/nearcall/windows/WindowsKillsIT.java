// SPDX-License-Identifier: Apache-2.0
package io.nearcall.windows;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.Server;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers under Wine that are killed while they are called, 200 over each channel. */
class WindowsKillsIT extends UnderWine {

    /** A server on Java 17 cannot be told to end: to ask how much there is to read fails for a pipe under Wine. */
    private static final int VERSION = 25;

    private static final int KILLS = 200;
    private static final int ATTEMPTS = 3;
    private static final long EXIT_S = 60;

    @ParameterizedTest
    @ValueSource(strings = {"shm", "pipe"})
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    void shouldKnowWhatKilledServersHaveDone(String channel) throws Exception {
        int kills = Integer.getInteger("nearcall.kills", KILLS);
        Process client = start(channel, KilledServers.class.getName(), Integer.toString(kills));
        Process server = null;
        StringBuilder said = new StringBuilder();
        try (BufferedReader lines = client.inputReader(StandardCharsets.UTF_8);
                Writer answers = client.outputWriter(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                switch (line.trim()) {
                    case KilledServers.START -> server = startServer(channel);
                    case KilledServers.KILL -> server.destroyForcibly().waitFor();
                    case KilledServers.CLOSE -> closeServer(server);
                    default -> {
                        said.append(line).append('\n');
                        continue;
                    }
                }
                answers.write("done\n");
                answers.flush();
            }
            assertThat(client.waitFor()).as(said.toString()).isZero();
        } finally {
            client.destroyForcibly();
            if (server != null) {
                server.destroyForcibly();
            }
        }
        assertThat(said.toString()).contains(KilledServers.END + kills + " kills");
        System.out.println("Java " + VERSION + ", " + channel + ": " + said.substring(said.indexOf(KilledServers.END)));
    }

    private static Process start(String channel, String... program) throws IOException {
        ProcessBuilder builder = wine().java(VERSION, List.of(program));
        builder.environment().put("NEARCALL_CHANNEL", channel);
        return builder.start();
    }

    private static Process startServer(String channel) throws IOException {
        for (int attempt = 1; ; attempt++) {
            Process server =
                    start(channel, Server.class.getName(), Ledger.class.getName(), MappedLedger.class.getName());
            StringBuilder said = new StringBuilder();
            BufferedReader lines = server.inputReader(StandardCharsets.UTF_8);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.trim().equals("ready")) {
                    return server;
                }
                said.append(line).append('\n');
            }
            if (attempt == ATTEMPTS) { // Wine 8 ends a JVM at its start now and then, without a word
                throw new IOException("no server has started: " + said);
            }
        }
    }

    private static void closeServer(Process server) throws IOException, InterruptedException {
        Writer commands = server.outputWriter(StandardCharsets.UTF_8);
        commands.write("close\n");
        commands.flush();
        assertThat(server.waitFor(EXIT_S, TimeUnit.SECONDS)).isTrue();
        assertThat(server.exitValue()).isZero();
    }
}
