// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import io.nearcall.Endpoint;
import io.nearcall.bench.micro.LaneRoundTrip;
import io.nearcall.bench.trade.Order;
import io.nearcall.bench.trade.Trade;
import io.nearcall.codegen.InterfaceRules;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.internal.codec.ReachableClasses;
import io.nearcall.ipc.os.NativeLibrary;
import java.lang.reflect.Method;

/**
 * A fresh Nearcall client that first does, step by step, what {@code open} and {@code lookup} would do on the way. So
 * each step has its own time, and {@code open} and {@code lookup} have the rest.
 */
public final class NearcallPartsStart {

    /** The phase in which the class of the stub is generated, or taken from the build. */
    public static final String STUB = "stub";

    private NearcallPartsStart() {}

    /** All that an endpoint finds out of the interface: it has no annotations on its methods. */
    private static final class PlainRules implements InterfaceRules {
        @Override
        public boolean isOneWay(Method method) {
            return false;
        }
    }

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
            ReachableClasses.ofInterface(Trade.class);
            RemoteInterface<Trade> analysed = RemoteInterface.of(Trade.class, new PlainRules());
            marks.done("interface");
            analysed.stub(null); // never called: only its class is needed
            marks.done(STUB);
            Trade trade = endpoint.lookup(Trade.class, args[1]);
            marks.done("look-up and handshake");
            trade.place(Order.example());
            marks.done("first call");
            marks.tell();
        }
    }
}
