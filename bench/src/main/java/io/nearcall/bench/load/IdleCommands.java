// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import io.nearcall.bench.pair.Child;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.charset.StandardCharsets;

/** The commands to a JVM with idle connections, on its standard input. When the input ends, the JVM closes and ends. */
final class IdleCommands {

    /** Collects garbage, and answers with a {@link Heap}. */
    static final String COLLECT = "collect";

    private static final int COLLECTIONS = 3;
    private static final long CLOSE_TIMEOUT_MS = 3_000;

    /** The memory of the objects that are in use. */
    record Heap(long usedBytes) {}

    /** Any other command. */
    interface Command {
        void run(String command) throws Exception;
    }

    private IdleCommands() {}

    /** Serves the commands, and then ends this JVM. */
    static void serve(Command commands, Runnable close) {
        try {
            Child.answer("{}");
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.equals(COLLECT)) {
                    Child.answer("{\"usedBytes\":" + collected() + "}");
                } else {
                    commands.run(line);
                    Child.answer("{}");
                }
            }
        } catch (Exception | LinkageError failure) {
            Child.fail(failure);
        }
        Child.haltAfter(CLOSE_TIMEOUT_MS);
        close.run();
        System.exit(0);
    }

    private static long collected() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        for (int i = 0; i < COLLECTIONS; i++) {
            memory.gc();
        }
        return memory.getHeapMemoryUsage().getUsed();
    }
}
