// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import io.nearcall.Endpoint;
import io.nearcall.bench.micro.LaneRoundTrip;
import io.nearcall.bench.trade.Order;
import io.nearcall.bench.trade.Trade;
import io.nearcall.ipc.os.NativeLibrary;

/**
 * A fresh Nearcall client that first does, step by step, what {@code open} and {@code lookup} would do on the way. So
 * each step has its own time, and {@code open} and {@code lookup} have the rest.
 */
public final class NearcallPartsStart {

    private NearcallPartsStart() {}

    /** Arguments: when the parent started this JVM, the service's name. */
    public static void main(String[] args) throws Exception {
        long mainNs = System.nanoTime();
        Marks marks = new Marks(args[0], mainNs);
        NativeLibrary.load();
        marks.done("native library");
        new LaneRoundTrip().ofExactly(Order.class, Order.example());
        marks.done("Kryo and codecs");
        try (Endpoint endpoint = Endpoint.open()) {
            marks.done("endpoint, rest");
            // The stub is never called: only its class is needed.
            endpoint.stub(Trade.class, args[1]);
            marks.done("stub");
            Trade trade = endpoint.lookup(Trade.class, args[1]);
            marks.done("look-up and handshake");
            trade.place(Order.example());
            marks.done("first call");
            marks.tell();
        }
    }
}
