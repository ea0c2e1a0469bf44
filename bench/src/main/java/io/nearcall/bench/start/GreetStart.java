// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import io.nearcall.Endpoint;

/** {@link NearcallStart} with a string there and back instead of an order. */
public final class GreetStart {

    private GreetStart() {}

    /** Arguments: when the parent started this JVM, the service's name. */
    public static void main(String[] args) throws Exception {
        long mainNs = System.nanoTime();
        Marks marks = new Marks(args[0], mainNs);
        try (Endpoint endpoint = Endpoint.open()) {
            marks.done("Endpoint.open()");
            Greeter greeter = endpoint.lookup(Greeter.class, args[1]);
            marks.done("lookup()");
            greeter.greet("world");
            marks.done("first call");
            marks.tell();
        }
    }
}
