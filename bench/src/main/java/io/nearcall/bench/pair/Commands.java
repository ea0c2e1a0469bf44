// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;

/** The commands on a child's standard input. Their end ends the JVM, even during a measurement. */
public final class Commands {

    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private Commands() {}

    /** Begins to read, in a thread of its own. */
    public static Commands ofStandardInput() {
        Commands commands = new Commands();
        Thread reader = new Thread(commands::readAll, "commands");
        reader.setDaemon(true);
        reader.start();
        return commands;
    }

    /** Waits for the next command. */
    public String next() throws InterruptedException {
        return lines.take();
    }

    private void readAll() {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
            }
        } catch (IOException ended) {
            // This is treated like the end of the input.
        }
        Runtime.getRuntime().halt(0);
    }
}
