// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.process;

import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.Target;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;

/** Makes C2 compile the code that reads a peer's bytes in this process. */
public final class CompiledReaders {

    /**
     * The options of a process that must do so. Without the last ones, the JIT of one process in a hundred inlines
     * readString into its callers before it is hot, so that it is never compiled by itself.
     */
    static final List<String> WARM = List.of(
            "-Dchaos.warm=true",
            "-XX:CompileCommand=quiet",
            "-XX:CompileCommand=dontinline,io.nearcall.internal.codec.FrameInput::readString");

    /* One of each. If begin is hot first, reset is inlined into it, and is never compiled by itself. */
    private static final List<Set<String>> READERS = List.of(
            Set.of("io.nearcall.ipc.ring.RingConsumer.poll"),
            Set.of("io.nearcall.internal.lane.MessageReader.begin", "io.nearcall.internal.codec.FrameInput.reset"),
            Set.of("io.nearcall.internal.codec.FrameInput.readString"));

    private static final String LEVEL_OF_C2 = "4";
    private static final int CALLS = 2_000;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(50);

    private CompiledReaders() {}

    /** If this process is one of those, it calls the methods until they are compiled. */
    public static void warmUp(Target target) throws Throwable {
        if (!Boolean.getBoolean("chaos.warm")) {
            return;
        }
        long startNs = System.nanoTime();
        while (!isEachIn(compiled())) {
            if (System.nanoTime() - startNs > PATIENCE_NS) {
                throw new IllegalStateException(
                        "C2 has compiled " + compiled() + ", and not one of each of " + READERS);
            }
            for (int i = 0; i < CALLS; i++) {
                CallKind.PING.call(target, 2 * i + 1);
                CallKind.ORDER.call(target, 2 * i + 1);
            }
        }
    }

    private static boolean isEachIn(Set<String> methods) {
        return READERS.stream().noneMatch(anyOf -> Collections.disjoint(anyOf, methods));
    }

    /** Names of methods; a line of the list has the number of the compilation, the level, a state, and the method. */
    private static Set<String> compiled() throws JMException {
        String list = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "compilerCodelist",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        return list.lines()
                .map(line -> line.strip().split("\\s+"))
                .filter(words -> words.length > 3 && words[1].equals(LEVEL_OF_C2))
                .map(words -> words[3].replaceFirst("\\(.*", ""))
                .filter(method -> READERS.stream().anyMatch(anyOf -> anyOf.contains(method)))
                .collect(Collectors.toSet());
    }
}
