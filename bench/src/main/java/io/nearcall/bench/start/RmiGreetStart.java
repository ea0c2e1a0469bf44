// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import io.nearcall.bench.pair.RmiStub;

/** {@link RmiStart} with a string there and back instead of an order. */
public final class RmiGreetStart {

    private RmiGreetStart() {}

    /** Arguments: when the parent started this JVM, the stub. */
    public static void main(String[] args) throws Exception {
        long mainNs = System.nanoTime();
        Marks marks = new Marks(args[0], mainNs);
        RmiGreeter greeter = RmiStub.read(args[1], RmiGreeter.class);
        marks.done("RMI: stub");
        greeter.greet("world");
        marks.done("RMI: connection and first call");
        marks.tell();
        System.exit(0);
    }
}
