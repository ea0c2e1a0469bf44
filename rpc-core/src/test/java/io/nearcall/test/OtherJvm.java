// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import io.nearcall.ipc.os.ProcessStatus;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A second JVM with this one's class path, spoken to line by line. */
public final class OtherJvm implements AutoCloseable {

    /** Those that a test which failed half-way did not close: their streams would keep the build waiting. */
    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroyForcibly)));
    }

    private final Process process;
    private final BufferedReader out;

    private OtherJvm(Process process) {
        this.process = process;
        RUNNING.add(process);
        process.onExit().thenAccept(RUNNING::remove);
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** With a heap of 64 MiB. */
    public static OtherJvm start(Class<?> main, String... arguments) {
        return start(64, main, arguments);
    }

    /** With a heap of that many MiB. */
    public static OtherJvm start(int heapMegabytes, Class<?> main, String... arguments) {
        return start(List.of(), heapMegabytes, main, arguments);
    }

    /** With these in front of the class path. */
    public static OtherJvm start(List<Path> jars, Class<?> main, String... arguments) {
        StringBuilder classPath = new StringBuilder();
        jars.forEach(jar -> classPath.append(jar).append(File.pathSeparator));
        return start(List.of(), List.of(), classPath + classPath(), 64, main, arguments);
    }

    /** As above; {@code prefix} is a command that runs the JVM's, as {@code sh -c ...} does. */
    public static OtherJvm start(List<String> prefix, int heapMegabytes, Class<?> main, String... arguments) {
        return start(prefix, List.of(), classPath(), heapMegabytes, main, arguments);
    }

    /** With further options of the JVM, and a class path of its own. */
    public static OtherJvm start(List<String> options, String classPath, Class<?> main, String... arguments) {
        return start(List.of(), options, classPath, 64, main, arguments);
    }

    /** As above, of a class that this JVM does not have. */
    public static OtherJvm start(List<String> options, String classPath, String main, String... arguments) {
        return start(List.of(), options, classPath, 64, main, arguments);
    }

    /** Of this JVM's tests. */
    public static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** With a module path instead of a class path. @param main such as {@code shop/shop.Main} */
    public static OtherJvm startModule(String modulePath, String main) {
        return start(
                List.of(),
                List.of("--enable-native-access=io.nearcall.ipc"),
                64,
                List.of("--module-path", modulePath, "--module", main));
    }

    private static OtherJvm start(
            List<String> prefix,
            List<String> options,
            String classPath,
            int heapMegabytes,
            Class<?> main,
            String... arguments) {
        return start(prefix, options, classPath, heapMegabytes, main.getName(), arguments);
    }

    private static OtherJvm start(
            List<String> prefix,
            List<String> options,
            String classPath,
            int heapMegabytes,
            String main,
            String... arguments) {
        List<String> allOptions = new ArrayList<>(options);
        allOptions.add("--enable-native-access=ALL-UNNAMED");
        List<String> program = new ArrayList<>(List.of("-cp", classPath, main));
        program.addAll(List.of(arguments));
        return start(prefix, allOptions, heapMegabytes, program);
    }

    private static OtherJvm start(List<String> prefix, List<String> options, int heapMegabytes, List<String> program) {
        List<String> command = new ArrayList<>(prefix);
        command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
        command.addAll(List.of(
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx" + heapMegabytes + "m",
                "-Dio.nearcall.dir=" + System.getProperty("io.nearcall.dir", "")));
        command.addAll(options); // the last of two wins
        command.addAll(program);
        try {
            return new OtherJvm(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int pid() {
        return (int) process.pid();
    }

    /** The next line that it prints; null if it has ended. */
    public String readLine() {
        try {
            return out.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void writeLine(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends it a signal by name, such as STOP or CONT; returns when it has stopped. */
    public void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Integer.toString(pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            while (name.equals("STOP") && !state().equals("T")) {
                Thread.sleep(1);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether a debugger holds it. */
    boolean isTraced() throws IOException {
        return state().equals("t");
    }

    /** Whether it has been killed, though it may not be dead yet. */
    public boolean isEnding() {
        ProcessStatus status = ProcessStatus.of(pid());
        return status == null || status.exiting();
    }

    /** A letter, as ps shows it. */
    private String state() throws IOException {
        String stat = Files.readString(Path.of("/proc", Integer.toString(pid()), "stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).substring(0, 1);
    }

    /** Waits for its end and gives its exit status; 124 if it is still there after that many seconds. */
    public int awaitExit(long timeoutS) {
        try {
            return process.waitFor(timeoutS, TimeUnit.SECONDS) ? process.exitValue() : 124;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 124;
        }
    }

    /** Kills it with SIGKILL and waits until it is dead. */
    public void kill() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
    }
}
