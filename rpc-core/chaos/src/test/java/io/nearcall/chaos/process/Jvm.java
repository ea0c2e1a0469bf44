// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.process;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The options with which a victim is started. Later options go before earlier ones. */
public record Jvm(Path launcher, List<String> options, String classPath) {

    static final String C1 = "-XX:TieredStopAtLevel=1";

    static final List<String> CHEAP = List.of(
            C1,
            "-XX:+UseSerialGC",
            "-XX:MarkSweepDeadRatio=0"); // or up to 2 MiB of dead objects count as in use after a collection

    /** A JVM that starts fast. Its heap, threads and memory are negligible beside the figures of a row. */
    public static Jvm cheap() {
        return of(CHEAP);
    }

    /** A JVM with a random compiler and collector. */
    public static Jvm drawn() {
        return of(JvmDraw.next());
    }

    /** A JVM with C2 and a drawn collector. In the long form its program has to call {@link CompiledReaders#warmUp}. */
    public static Jvm optimized() {
        return of(JvmDraw.nextOptimized());
    }

    /** The JDK of this process, a small heap, and the classes of this process. */
    private static Jvm of(List<String> more) {
        List<String> options = new ArrayList<>(
                List.of("--enable-native-access=ALL-UNNAMED", "-Xshare:auto", "-XX:-UsePerfData", "-Xmx64m"));
        options.addAll(more);
        return new Jvm(
                ofThisProcess(),
                List.copyOf(options),
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    }

    static Path ofThisProcess() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    public Jvm with(String option) {
        List<String> more = new ArrayList<>(options);
        more.add(option);
        return new Jvm(launcher, List.copyOf(more), classPath);
    }

    /** On that JDK 25, without the operations of which it only warns. */
    public Jvm on25(Path launcher25) {
        return new Jvm(launcher25, options, classPath).with("--sun-misc-unsafe-memory-access=deny");
    }

    /** The classes of that directory go before those of the same name. */
    public Jvm withClasses(Path directory) {
        return new Jvm(launcher, options, directory + File.pathSeparator + classPath);
    }

    List<String> command() {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath));
        return command;
    }
}
