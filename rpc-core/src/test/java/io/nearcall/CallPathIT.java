// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** How many classes a reader must know to follow one call. */
@Timeout(120)
@ExtendWith(PrivateDirectory.class)
public class CallPathIT {

    private static final int MOST_CLASSES = 32;

    /** The simplest service. */
    public interface Calculator {
        int add(int a, int b);
    }

    @TempDir
    private Path directory;

    @Test
    void shouldPassThroughFewClassesFromTheStubToTheMethodAndBack() throws IOException {
        List<String> options = List.of("-javaagent:" + agent());
        try (OtherJvm jvm = OtherJvm.start(options, OtherJvm.classPath(), Recorder.class, "" + MOST_CLASSES)) {
            List<String> classes = List.of(jvm.readLine().split(" "));
            assertThat(classes).hasSizeBetween(MOST_CLASSES / 2, MOST_CLASSES);
        }
    }

    private Path agent() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", Recorder.class.getName());
        Path jar = directory.resolve("recorder.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }

    /**
     * Both sides of a connection in one JVM. Prints the classes whose methods run in each call, except generated ones.
     */
    public static final class Recorder {

        private static final String SERVICE = "shm:Calculator"; // in every cell
        private static final int WARM_CALLS = 2_000;
        private static final int RECORDED_CALLS = 500;
        private static final int CALLS_BETWEEN = 20;
        private static final long PATIENCE_NS = 30_000_000_000L;

        private static final Set<String> ENTERED = ConcurrentHashMap.newKeySet();
        private static volatile Thread caller;

        private Recorder() {}

        public static void premain(String argument, Instrumentation instrumentation) {
            new AgentBuilder.Default()
                    .with(AgentBuilder.TypeStrategy.Default.REDEFINE)
                    .type(ElementMatchers.nameStartsWith("io.nearcall.")
                            .and(ElementMatchers.not(ElementMatchers.nameStartsWith(CallPathIT.class.getName()))))
                    .transform((builder, type, loader, module, domain) ->
                            builder.visit(Advice.to(Entry.class).on(ElementMatchers.isMethod())))
                    .installOn(instrumentation);
        }

        /** Put in front of each method. */
        public static final class Entry {
            private Entry() {}

            @Advice.OnMethodEnter
            static void enter(@Advice.Origin("#t") String type) {
                entered(type);
            }
        }

        public static void entered(String type) {
            Thread recorded = caller;
            Thread current = recorded == null ? null : Thread.currentThread();
            if (current != null && (current == recorded || current.getName().startsWith("nearcall-lane-"))) {
                ENTERED.add(type);
            }
        }

        public static void main(String[] arguments) {
            try (Endpoint server = Endpoint.open();
                    Endpoint client = Endpoint.open()) {
                server.export(Calculator.class, (a, b) -> a + b, SERVICE);
                Calculator calculator = client.lookup(Calculator.class, SERVICE);
                for (int i = 0; i < WARM_CALLS; i++) {
                    calculator.add(i, i);
                }
                int most = Integer.parseInt(arguments[0]);
                long startNs = System.nanoTime();
                Set<String> always;
                do { // on a busy machine all calls sleep for a while, which is the longer way
                    always = recorded(calculator);
                } while (always.size() > most && System.nanoTime() - startNs < PATIENCE_NS);
                System.out.println(String.join(" ", always));
            }
        }

        /** The classes that each of many calls needs. */
        private static Set<String> recorded(Calculator calculator) {
            Set<String> always = null;
            for (int i = 0; i < RECORDED_CALLS; i++) {
                for (int j = 0; j < CALLS_BETWEEN; j++) {
                    calculator.add(i, j); // so that no thread sleeps
                }
                ENTERED.clear();
                caller = Thread.currentThread();
                calculator.add(i, i);
                calculator.add(i, i); // after the work that the worker thread does once it has sent the first answer
                caller = null;
                if (always == null) {
                    always = new TreeSet<>(ENTERED);
                }
                always.retainAll(ENTERED);
            }
            return always;
        }
    }
}
