// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import io.nearcall.ipc.os.SecondJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A process that runs a {@link ProgramLoop}. Killed when it is closed. */
public final class ProgramProcess implements AutoCloseable {

    private static final String ENDED = "it has ended with status ";

    private final Process process;
    private final BufferedReader answers;
    private final Writer commands;
    private final StringBuilder others = new StringBuilder();
    private final String greeting;

    /** @param java a command that starts Java */
    public ProgramProcess(List<String> java, String classPath, Class<?> program) throws IOException {
        List<String> command = new ArrayList<>(java);
        command.addAll(SecondJvm.SMALL);
        command.addAll(List.of("-cp", classPath, program.getName()));
        this.process = new ProcessBuilder(command).redirectErrorStream(true).start();
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
        this.greeting = answer();
        if (greeting.startsWith(ENDED)) {
            throw new IOException(greeting);
        }
    }

    /** The process's own system and process id, as in {@code Linux 4711}. */
    public String greeting() {
        return greeting;
    }

    /** Has a command done, and returns the answer. Blocks until then. */
    public String does(String command) {
        begin(command);
        return answer();
    }

    /** What was printed beside the answers, by the JVM for example. Blocks until the process has ended. */
    public String others() {
        while (!answer().startsWith(ENDED)) {
            // An answer that nobody has asked for.
        }
        return others.toString();
    }

    /** Begins a command whose answer is asked for later. */
    public void begin(String command) {
        try {
            commands.write(command + "\n");
            commands.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(answer(), e);
        }
    }

    public String answer() {
        try {
            String line = answers.readLine();
            while (line != null && !line.startsWith(ProgramLoop.ANSWER)) { // Wine and the JVM print, too
                others.append(line).append('\n');
                line = answers.readLine();
            }
            return line == null
                    ? ENDED + process.onExit().join().exitValue() + ": " + others
                    : line.substring(ProgramLoop.ANSWER.length()).trim();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills it with SIGKILL, and waits until it is dead. */
    public void kill() {
        SecondJvm.kill(process);
    }

    @Override
    public void close() {
        kill();
    }
}
