// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cells;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.Sources;
import io.nearcall.test.TwoEndpoints;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One way in which tests run again, in JVMs of its own. The parts of its name choose the way: a channel; {@code process},
 * with the server in another JVM; {@code reflective}, without generated codecs; {@code built}, with classes generated at
 * build time and without Byte Buddy; {@code ffm}, with {@code nearcall-ipc-ffm} in place of the native library; {@code
 * java21} or {@code java25}. The rest is as in the first run: shm, one JVM, classes generated at run time, the JDK of the
 * build.
 */
record Cell(String name) {

    private static final String OVER_SOCKETS = "ConnectionLimit|Endpoints|OneWay|Thrown|ValuesTravel";

    /** Those over sockets share their waiting with FIFOs. */
    private static final String OVER_FIFOS =
            OVER_SOCKETS + "|ClosedInMidCall|Deadlines|Futures|Interruption|PeerDeath|UnansweredFutures";

    /** They share their waiting with shm. */
    private static final String OVER_SYSTEM_V = "OneWay|PeerDeath";

    /** What virtual threads could break that are pinned in synchronized code, as those of the JDK 21 are. */
    private static final String VIRTUAL_THREADS =
            "CallbackThreads|Endpoints|Futures|Interruption|OneWay|PinnedCarriers|StreamFailures|Streams|VirtualThreads";

    /** Each has stubs, skeletons or codecs of a kind that others have not. */
    private static final String GENERATED_CLASSES =
            "ByValue|Endpoints|Evolution|Futures|OneWay|References|Streams|Thrown|ValuesTravel";

    /** Whatever meets, passes descriptors, sleeps or notices a death. */
    private static final String SYSTEM_CALLS = OVER_FIFOS + "|BetweenTwoJvms|VirtualThreads";

    /**
     * Tests that measure the loading of the library, look for it, or count allocations before C2 has compiled a call.
     */
    private static final String OF_THE_LIBRARY = "io\\.nearcall\\.(CallPath|ColdStart|NeededJars|Processes)IT";

    private static final Path TESTS = Path.of("target/test-classes").toAbsolutePath();
    private static final Path BUILT_TESTS =
            Path.of("target/cells/built-classes").toAbsolutePath();

    private static final String CODECS = "internal\\.codec\\.\\w+";

    private static final String ANY_CALLS = "((context|evolution|reference|rmi|spi|stream)\\.)?\\w+";

    private static final String ANY = "[\\w.]+";

    private static final Map<String, String> OVER = Map.of(
            "fifo", OVER_FIFOS,
            "unix", OVER_SOCKETS,
            "tcp", OVER_SOCKETS,
            "sysvshm", OVER_SYSTEM_V,
            "sysvmq", OVER_SYSTEM_V);

    /** Creates the files that its tests need. */
    void prepare() throws Exception {
        if (has("built")) {
            BuiltClasses.generate(TESTS, BUILT_TESTS);
        }
    }

    /** Null if the JDK is not there. */
    String java() {
        String jdk = has("java21") ? "java21" : has("java25") ? "java25" : null;
        String java = jdk == null ? System.getProperty("java.home") + "/bin/java" : System.getProperty(jdk + ".jvm");
        return "none".equals(java) ? null : java;
    }

    /** Whether the module that it tests was not built. */
    boolean isLeftOut() {
        return has("ffm") && !ForeignFunctions.areBuilt();
    }

    /**
     * Runs its tests.
     *
     * @param all whether to run all tests that make calls, or only those that the cell is most likely to break
     */
    List<String> command(boolean all, Path reports) {
        List<String> command = new ArrayList<>(List.of(java()));
        if (!all && !has("java21") && !has("java25")) {
            // C2 has compiled these tests in the first run, and takes much of their CPU time.
            command.add("-XX:TieredStopAtLevel=1");
        }
        if (has("java25")) {
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=deny"));
        }
        if (has("java21")) { // which is a mere runtime environment where it was fetched
            command.add("-D" + Sources.JAVAC + "=" + System.getProperty("java.home") + "/bin/javac");
        }
        if (has("reflective")) {
            command.add("-Dio.nearcall.codec.reflective=true");
        }
        String classPath = OtherJvm.classPath();
        if (has("built")) {
            classPath = BuiltClasses.classPath(classPath, TESTS, BUILT_TESTS);
        }
        if (has("ffm")) {
            classPath = ForeignFunctions.classPath(classPath);
        }
        command.addAll(List.of("-cp", classPath, "org.junit.platform.console.ConsoleLauncher", "execute"));
        command.addAll(List.of("--scan-class-path", (has("built") ? BUILT_TESTS : TESTS).toString()));
        command.addAll(List.of("--include-classname", "io\\.nearcall\\.(" + tests(all) + ")(Test|IT)"));
        command.addAll(List.of("--reports-dir", reports.toString(), "--fail-if-no-tests"));
        command.addAll(List.of("--details", "summary", "--disable-banner", "--disable-ansi-colors"));
        // As the pom has it.
        command.addAll(List.of("--config", "junit.jupiter.execution.timeout.testable.method.default=60 s"));
        command.addAll(List.of("--config", "junit.jupiter.execution.timeout.thread.mode.default=SEPARATE_THREAD"));
        if (has("process")) {
            command.addAll(List.of("--include-tag", TwoEndpoints.SEPARABLE, "--exclude-tag", TwoEndpoints.ONE_JVM));
        }
        if (has("built")) {
            command.addAll(List.of("--exclude-tag", TwoEndpoints.GENERATING));
        }
        if (has("ffm")) {
            command.addAll(List.of("--exclude-classname", OF_THE_LIBRARY));
        }
        if (!all && (has("sysvshm") || has("sysvmq"))) {
            command.addAll(List.of("--exclude-tag", "without-a-channel"));
        }
        return command;
    }

    private String tests(boolean all) {
        if (has("process")) {
            return ANY; // of those that have the tag
        }
        if (has("reflective")) {
            return all ? CODECS + "|" + ANY_CALLS : CODECS;
        }
        if (has("built")) {
            return "([a-z]+\\.)?(" + GENERATED_CLASSES + ")";
        }
        if (all) {
            return ANY_CALLS;
        }
        if (has("ffm")) {
            return "([a-z]+\\.)?(" + SYSTEM_CALLS + ")";
        }
        return "([a-z]+\\.)?(" + (has("java21") ? VIRTUAL_THREADS : OVER.get(channel())) + ")";
    }

    /** For its JVM and those that its tests start. */
    Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>();
        if (channel() != null) {
            environment.put("NEARCALL_CHANNEL", channel());
        }
        if (has("process")) {
            environment.put("NEARCALL_TEST_SERVER", "process");
        }
        return environment;
    }

    private String channel() {
        return OVER.keySet().stream().filter(this::has).findAny().orElse(null);
    }

    private boolean has(String part) {
        return List.of(name.split("-")).contains(part);
    }

    @Override
    public String toString() {
        return name;
    }
}
