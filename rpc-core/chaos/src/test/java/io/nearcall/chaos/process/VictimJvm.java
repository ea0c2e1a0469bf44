// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.process;

import io.nearcall.chaos.Resources;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A JVM that runs {@link Victim}, or another program that is spoken to line by line. */
public final class VictimJvm implements AutoCloseable {

    private static final long EXIT_S = 30;
    private static final long PAUSE_NS = 100_000;

    private final Process process;
    private final BufferedReader out;
    private final CompletableFuture<Long> endNs;

    VictimJvm(Process process) {
        this.process = process;
        this.endNs = process.onExit().thenApply(ended -> System.nanoTime());
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts one, with {@code scratch} for its files, and the runtime directory of this process. */
    public static VictimJvm start(Path scratch, Class<?> main, String... arguments) throws IOException {
        return new Launch(main).start(scratch, arguments);
    }

    /** As above, with another JVM. */
    public static VictimJvm start(Path scratch, Jvm jvm, Class<?> main, String... arguments) throws IOException {
        return new Launch(main, jvm).start(scratch, arguments);
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

    /** As above, but does not wait for the line for longer than that. */
    public void expect(String line, long patienceNs) throws IOException {
        awaitLine(line, patienceNs);
        expect(line);
    }

    private void awaitLine(String what, long patienceNs) throws IOException {
        long startNs = System.nanoTime();
        while (!out.ready()) {
            if (!process.isAlive() && !out.ready()) {
                throw new IOException("process " + pid() + " has ended and not said " + what);
            }
            if (System.nanoTime() - startNs > patienceNs) {
                throw new IOException("process " + pid() + " has not said " + what + " in "
                        + TimeUnit.NANOSECONDS.toMillis(patienceNs) + " ms");
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    public String readLine() throws IOException {
        return out.readLine();
    }

    /** As above, but does not wait for longer than that. */
    public String readLine(long patienceNs) throws IOException {
        awaitLine("anything", patienceNs);
        return readLine();
    }

    /** SIGKILL; returns when it was about to be sent, as {@link System#nanoTime()} counts. */
    public long kill() {
        long nowNs = System.nanoTime();
        process.toHandle().destroyForcibly(); // unlike Process.destroyForcibly it leaves the streams for later
        return nowNs;
    }

    /** SIGTERM. */
    public void terminate() {
        process.toHandle().destroy(); // unlike Process.destroy it leaves the streams open
    }

    /** SIGSTOP; returns when it has stopped. */
    public void stop() throws IOException, InterruptedException {
        signal("STOP");
        while (!status("State:").startsWith("T")) {
            LockSupport.parkNanos(PAUSE_NS);
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

    /** Waits for its end. Returns when the system has told the parent, which shows how long each step takes. */
    public long awaitEnd() throws InterruptedException {
        awaitExit();
        return endNs.join();
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
