// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Windows: Wine with a directory of its own, and JVMs in it that are spoken to line by line. */
public final class Wine implements AutoCloseable {

    private static final String SCRIPT = "../../.ci/wine";

    /** A program on Java 17 cannot be told to end: to ask how much there is to read fails for a pipe under Wine. */
    private static final String VERSION = "25";

    private static final int ATTEMPTS = 3;
    private static final long START_NS = 60_000_000_000L;

    private final Path scratch;
    private final String directory;
    private final Thread atExit = new Thread(this::end, "end Wine"); // Wine has processes of its own

    /** @param scratch where the directory is, and whatever a JVM leaves that crashes */
    public Wine(Path scratch) throws IOException {
        this.scratch = scratch;
        this.directory = scratch.resolve("wine").toAbsolutePath().toString();
        Runtime.getRuntime().addShutdownHook(atExit);
        run("boot");
    }

    private void run(String verb) throws IOException {
        try {
            int status = new ProcessBuilder(SCRIPT, directory, verb)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IOException(SCRIPT + " " + directory + " " + verb + ": status " + status);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** Starts a program that calls over that channel, with the class path of this JVM. It has said "ready" then. */
    public VictimJvm start(String channel, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(SCRIPT, directory, "java", VERSION));
        command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:-PrintWarnings"));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Djava.awt.headless=true"));
        command.add(
                "-XX:ErrorFile=" + ofWindows(scratch.resolve("hs_err_%p.log").toString()));
        command.addAll(List.of("-cp", ofWindows(Jvm.cheap().classPath()), main.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("NEARCALL_CHANNEL", channel);
        for (int attempt = 1; ; attempt++) {
            VictimJvm jvm = new VictimJvm(builder.start());
            try {
                jvm.expect("ready", START_NS);
                return jvm;
            } catch (IOException e) { // Wine 8 ends a JVM at its start now and then, without a word
                jvm.close();
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Paths of Linux with colons between them, as Wine has them. */
    private static String ofWindows(String paths) {
        return Arrays.stream(paths.split(File.pathSeparator))
                .map(path -> "Z:" + new File(path).getAbsolutePath().replace('/', '\\'))
                .collect(Collectors.joining(";"));
    }

    private void end() {
        try {
            run("end");
        } catch (IOException e) {
            e.printStackTrace();
        }
    }

    /** Kills all its processes, and removes the directory. */
    @Override
    public void close() {
        boolean wasInterrupted = Thread.interrupted(); // a row that hung: Wine is to end all the same
        end();
        Runtime.getRuntime().removeShutdownHook(atExit);
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
