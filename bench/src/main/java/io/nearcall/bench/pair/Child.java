// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import com.google.gson.Gson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that this JVM has started, or another program that behaves like it. It ends when its standard input ends, and so also when this JVM is killed. It
 * answers each line of its input, a command, with one line that begins with {@link #MESSAGE_PREFIX}. Its other lines
 * are passed on to standard error.
 */
public final class Child implements AutoCloseable {

    static final String MESSAGE_PREFIX = "@bench ";

    private static final String FAILURE_PREFIX = "@failed ";

    private static final Gson GSON = new Gson();
    private static final String END = "";
    private static final long EXIT_TIMEOUT_S = 4;

    /** A JVM that makes an archive makes it at its end. */
    private static final long LONG_EXIT_TIMEOUT_S = 120;

    private final String name;
    private final Process process;
    private final LinkedBlockingQueue<String> messages = new LinkedBlockingQueue<>();

    private Child(String name, Process process) {
        this.name = name;
        this.process = process;
    }

    /**
     * Starts a JVM.
     *
     * @param cpus in the format of taskset; empty for all CPUs
     * @param flags stand behind the class path, which is this JVM's, and may replace it
     */
    public static Child start(String name, String cpus, List<String> flags, Class<?> main, List<String> args)
            throws IOException {
        return start(Path.of(System.getProperty("java.home")), name, cpus, flags, main, args);
    }

    /** Starts a JVM of the JDK in that directory. */
    public static Child start(
            Path javaHome, String name, String cpus, List<String> flags, Class<?> main, List<String> args)
            throws IOException {
        return start(cpus.isEmpty() ? List.of() : List.of("taskset", "-c", cpus), javaHome, name, flags, main, args);
    }

    /** Starts a JVM with a command in front that runs it. */
    public static Child start(
            List<String> prefix, Path javaHome, String name, List<String> flags, Class<?> main, List<String> args)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(javaHome.resolve(Path.of("bin", "java")).toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(flags);
        command.add(main.getName());
        command.addAll(args);
        return start(name, command);
    }

    /** Starts a program. */
    public static Child start(String name, List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Child child = new Child(name, process);
        Thread reader = new Thread(child::readAll, "output of " + name);
        reader.setDaemon(true);
        reader.start();
        return child;
    }

    public long pid() {
        return process.pid();
    }

    public void whenEnded(Runnable action) {
        process.onExit().thenRun(action);
    }

    public void kill() {
        process.destroyForcibly();
    }

    /** Sends a command and waits for its answer. */
    public <T> T ask(String command, Class<T> answer, long timeoutS) throws IOException, InterruptedException {
        try {
            OutputStream in = process.getOutputStream();
            in.write((command + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
        } catch (IOException e) {
            throw new IOException(name + " has ended before '" + command + "'", e);
        }
        return next(answer, timeoutS);
    }

    /** Waits for the next answer. */
    public <T> T next(Class<T> answer, long timeoutS) throws IOException, InterruptedException {
        String message = messages.poll(timeoutS, TimeUnit.SECONDS);
        if (message == null) {
            throw new IOException(name + " (pid " + pid() + ") has not answered for " + timeoutS + " s");
        }
        if (message.equals(END)) {
            throw new IOException(name + " has ended with exit status " + process.waitFor() + "; see its output above");
        }
        if (message.startsWith(FAILURE_PREFIX)) {
            throw new IOException(message.substring(FAILURE_PREFIX.length()));
        }
        return GSON.fromJson(message, answer);
    }

    /** Called in a child: writes the one line that the parent waits for. */
    public static void answer(String json) {
        System.out.println(MESSAGE_PREFIX + json);
    }

    /** Called in a child: ends this JVM because of a failure, which one line reports to the parent. */
    public static void fail(Throwable failure) {
        failure.printStackTrace();
        System.out.println(
                FAILURE_PREFIX + failure.toString().lines().findFirst().orElse(""));
        System.out.flush();
        Runtime.getRuntime().halt(1);
    }

    private void readAll() {
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(MESSAGE_PREFIX)) {
                    messages.add(line.substring(MESSAGE_PREFIX.length()));
                } else if (line.startsWith(FAILURE_PREFIX)) {
                    messages.add(line);
                } else {
                    System.err.println(name + ": " + line);
                }
            }
        } catch (IOException closed) {
            // This is treated like the end of the output.
        }
        messages.add(END);
    }

    /** Asks the JVM to end, and waits for its end. Waits up to two minutes, because its last work may take long. */
    public void end() throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(LONG_EXIT_TIMEOUT_S, TimeUnit.SECONDS)) {
            throw new IOException(name + " (pid " + pid() + ") has not ended for " + LONG_EXIT_TIMEOUT_S + " s");
        }
        if (process.exitValue() != 0) {
            throw new IOException(
                    name + " has ended with exit status " + process.exitValue() + "; see its output above");
        }
    }

    /** Asks the JVM to end, and kills it if it does not. Bounded in time. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (process.waitFor(EXIT_TIMEOUT_S, TimeUnit.SECONDS)) {
                return;
            }
        } catch (IOException gone) {
            // Then the JVM has already gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        kill();
    }

    /** Called in a child: ends this JVM after that time at the latest, whatever its clean-up does. */
    public static void haltAfter(long timeoutMs) {
        Thread thread = new Thread(
                () -> {
                    try {
                        Thread.sleep(timeoutMs);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    Runtime.getRuntime().halt(3);
                },
                "halt");
        thread.setDaemon(true);
        thread.start();
    }
}
