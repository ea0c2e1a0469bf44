// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM that runs {@link Victim}, or another program that is spoken to line by line. */
public final class VictimJvm implements AutoCloseable {

    private static final long EXIT_S = 30;

    private final Process process;
    private final BufferedReader out;

    VictimJvm(Process process) {
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
        return new Launch(main).prefix(prefix).start(scratch, arguments);
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
