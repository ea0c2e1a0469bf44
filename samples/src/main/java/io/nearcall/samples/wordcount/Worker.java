// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.wordcount;

import io.nearcall.Endpoint;
import io.nearcall.Export;

/** A worker: counts the texts that it receives, until it is stopped. The only argument is its number, from 1. */
public final class Worker {

    private Worker() {}

    public static void main(String[] args) throws Exception {
        if (args.length != 1 || !args[0].matches("[1-9][0-9]?")) {
            System.err.println("One argument is needed, the worker's number: 1 for the first.");
            System.exit(2);
        }
        String name = Counter.serviceName(Integer.parseInt(args[0]));
        try (Endpoint endpoint = Endpoint.open()) {
            Export export = endpoint.export(Counter.class, new Words(), name);
            System.out.println("Counting words as " + export.name() + ", process "
                    + ProcessHandle.current().pid() + ".");
            endpoint.awaitClose();
        }
    }
}
