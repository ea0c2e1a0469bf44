// SPDX-License-Identifier: Apache-2.0
package io.nearcall.windows;

import io.nearcall.test.OtherJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Windows, for JVMs with the class path of the tests: Wine with a directory of its own, which ends with this object. */
final class Wine implements AutoCloseable {

    /** The contract of a channel is a test of the module below. */
    private static final String CONTRACTS = File.pathSeparator + "../ipc-native/target/test-classes";

    private static final String SCRIPT = "../.ci/wine";

    private final String directory;
    private final Thread atExit = new Thread(this::stop, "stop Wine");

    /** Makes the directory, which takes some seconds. */
    Wine(Path directory) throws IOException {
        this.directory = directory.toString();
        Runtime.getRuntime().addShutdownHook(atExit);
        run("boot");
    }

    /** A path of Linux, as Wine has it; or several with colons between them. */
    static String path(String paths) {
        return Arrays.stream(paths.split(File.pathSeparator))
                .map(path -> "Z:" + new File(path).getAbsolutePath().replace('/', '\\'))
                .collect(Collectors.joining(";"));
    }

    /** A JVM of that version, which is fetched if it is not there. Its output and errors go together. */
    ProcessBuilder java(int version, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(SCRIPT, directory, "java", Integer.toString(version)));
        command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:-PrintWarnings"));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Djava.awt.headless=true"));
        command.addAll(List.of("-cp", path(OtherJvm.classPath() + CONTRACTS)));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectErrorStream(true);
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

    private void stop() {
        try {
            run("end");
        } catch (IOException e) {
            e.printStackTrace();
        }
    }

    /** Kills all processes of the directory. */
    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        stop();
    }
}
