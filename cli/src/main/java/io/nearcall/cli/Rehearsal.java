// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import io.nearcall.Endpoint;
import io.nearcall.Inspect;
import java.io.PrintWriter;
import java.io.Writer;

/** Uses the verbs with a service of its own, so the JVM loads the classes that they need; see {@link Archive}. */
public final class Rehearsal {

    private static final String SERVICE = "rehearsal";

    private Rehearsal() {}

    /** The service that is called. */
    public interface Echo {
        int echo(int value);
    }

    public static void main(String[] args) {
        try (Endpoint endpoint =
                Endpoint.builder().name(SERVICE).inspect(Inspect.CALL).open()) {
            endpoint.export(Echo.class, value -> value, SERVICE);
            run("ls");
            run("ls", "--json", SERVICE);
            run("ls", "nobody");
            run("top", "--once", "--interval", "10");
            run("errors");
            run("dump", Long.toString(ProcessHandle.current().pid()));
            run("describe", SERVICE);
            run("call", SERVICE + ".echo", "1");
            run("completion", "--words", "call");
            run("doctor");
        }
        System.exit(ExitCodes.DONE);
    }

    private static void run(String... line) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        Main.run(nowhere, nowhere, line);
    }
}
