// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.process;

import io.nearcall.chaos.Resources;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A JVM that runs {@link Victim}, or another program that is spoken to line by line. */
public final class VictimJvm implements AutoCloseable {

    private static final long EXIT_S = 30;
    private static final long STOP_PAUSE_NS = 100_000;

    private final Process process;
    private final BufferedReader out;

    private VictimJvm(Process process) {
        this.process = process;
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts one, with {@code scratch} for whatever it leaves, and the runtime directory of this process. */
    public static VictimJvm start(Path scratch, Class<?> main, String... arguments) throws IOException {
        return start(scratch, List.of(), main, arguments);
    }

    /** As above; {@code prefix} is a command that runs the JVM's, as {@code sh -c ... } does. */
    public static VictimJvm start(Path scratch, List<String> prefix, Class<?> main, String... arguments)
            throws IOException {
        return start(scratch, prefix, 64, main, arguments);
    }

    /** As above, with a heap that may grow to {@code heapMb}. */
    public static VictimJvm start(Path scratch, List<String> prefix, int heapMb, Class<?> main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "--enable-native-access=ALL-UNNAMED",
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xmx" + heapMb + "m",
                "-XX:ErrorFile=" + scratch.resolve("hs_err_%p.log"),
                "-Djava.io.tmpdir=" + scratch,
                "-Dio.nearcall.dir=" + System.getProperty("io.nearcall.dir"),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                main.getName()));
        command.addAll(List.of(arguments));
        return new VictimJvm(new ProcessBuilder(command)
                .directory(scratch.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    public long pid() {
        return process.pid();
    }

    public void send(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    public void expect(String line) throws IOException {
        String read = out.readLine();
        if (!line.equals(read)) {
            throw new IOException("process " + pid() + " said " + read + " instead of " + line);
        }
    }

    public String readLine() throws IOException {
        return out.readLine();
    }

    /** SIGKILL; returns when it was sent, as {@link System#nanoTime()} counts. */
    public long kill() {
        process.destroyForcibly();
        return System.nanoTime();
    }

    /** SIGTERM. */
    public void terminate() {
        process.toHandle().destroy(); // unlike Process.destroy it leaves the streams open
    }

    /** SIGSTOP; returns when it has stopped. */
    public void stop() throws IOException, InterruptedException {
        signal("STOP");
        while (!status("State:").startsWith("T")) {
            LockSupport.parkNanos(STOP_PAUSE_NS);
        }
    }

    /** SIGCONT. */
    public void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    /** Sends a signal, by its name without SIG; harmless if the process has ended. */
    public void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
                .redirectErrorStream(true)
                .start()
                .waitFor();
    }

    /** A line of {@code /proc/pid/status} without its label, such as {@code VmRSS:}. */
    public String status(String label) throws IOException {
        return Resources.status(pid(), label);
    }

    /** Waits for its end; returns the exit status. */
    public int awaitExit() throws InterruptedException {
        if (!process.waitFor(EXIT_S, TimeUnit.SECONDS)) {
            throw new AssertionError("process " + pid() + " does not end");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(EXIT_S, TimeUnit.SECONDS);
            process.getInputStream().close();
            process.getOutputStream().close();
        } catch (IOException e) {
            // it was killed while it wrote
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
