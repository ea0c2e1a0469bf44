// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import io.nearcall.bench.pair.RmiStub;
import io.nearcall.bench.trade.Order;
import io.nearcall.bench.trade.RmiTrade;

/** A fresh RMI client. It gets its stub and needs no registry, which is in RMI's favour. */
public final class RmiStart {

    private RmiStart() {}

    /** Arguments: when the parent started this JVM, the stub. */
    public static void main(String[] args) throws Exception {
        long mainNs = System.nanoTime();
        Marks marks = new Marks(args[0], mainNs);
        RmiTrade trade = RmiStub.read(args[1]);
        marks.done("RMI: stub");
        trade.place(Order.example());
        marks.done("RMI: connection and first call");
        marks.tell();
        System.exit(0);
    }
}
