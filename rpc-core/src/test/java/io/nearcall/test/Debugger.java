// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * The JDK's debugger of other JVMs, which stops all threads of a JVM. A JVM that is killed then closes all its descriptors,
 * but is not dead until the debugger detaches: the kernel keeps the threads until their tracer has seen their end.
 */
public final class Debugger implements AutoCloseable {

    private static final Path PROGRAM = Path.of(System.getProperty("java.home"), "bin", "jhsdb");
    private static final String PROMPT = "hsdb> ";
    private static final String REFUSED = "Unable to connect to process";

    private final Process process;

    private Debugger(Process process) {
        this.process = process;
    }

    /** Holds {@code jvm}. Aborts the test where that is not allowed, or the JDK has no such debugger. */
    public static Debugger of(OtherJvm jvm) {
        Assumptions.assumeTrue(Files.isExecutable(PROGRAM), () -> "there is no " + PROGRAM);
        try {
            Debugger debugger =
                    new Debugger(new ProcessBuilder(PROGRAM.toString(), "clhsdb", "--pid", Integer.toString(jvm.pid()))
                            .redirectErrorStream(true)
                            .start());
            boolean holding = false;
            try {
                String said = debugger.readToPrompt();
                Assumptions.assumeFalse(said.contains(REFUSED), said);
                holding = jvm.isTraced();
                if (!holding) {
                    throw new IllegalStateException(said);
                }
            } finally {
                if (!holding) {
                    debugger.close();
                }
            }
            return debugger;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String readToPrompt() throws IOException {
        StringBuilder said = new StringBuilder();
        InputStream out = process.getInputStream();
        int next;
        while (said.indexOf(PROMPT) < 0 && (next = out.read()) >= 0) {
            said.append((char) next);
        }
        return said.toString();
    }

    /** Lets go. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
