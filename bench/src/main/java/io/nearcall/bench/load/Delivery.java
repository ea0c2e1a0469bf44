// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import java.io.IOException;

/** A way to bring many small messages from one JVM to the other. */
interface Delivery {

    /** Returns the name in tables and files. */
    String name();

    /**
     * Sends or receives for about that long, then waits until everything that was sent has arrived. Blocks.
     *
     * @return how many messages have arrived
     */
    long deliver(long durationNs) throws IOException;
}
