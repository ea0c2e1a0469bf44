// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import com.google.gson.Gson;
import io.nearcall.Endpoint;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.ControlPort;
import io.nearcall.bench.pair.RmiStub;
import io.nearcall.bench.trade.Trade;
import io.nearcall.bench.trade.TradeDesk;

/** The server JVM of messages and calls, for Nearcall, RMI and the bare ring. It runs until its standard input ends. */
public final class LoadServerMain {

    private static final long CLOSE_TIMEOUT_MS = 2_000;

    private LoadServerMain() {}

    /** What the client JVM needs to find this JVM. */
    record Ready(int controlPort, String ring, String rmiStub) {}

    /** Argument: the name under which the services are exported. */
    public static void main(String[] args) throws Exception {
        try {
            serve(args[0]);
        } catch (Exception | LinkageError failure) {
            Child.fail(failure);
        }
        while (System.in.read() >= 0) {
            // The input has no commands. Its end is the end of the run, or of the process that started this JVM.
        }
        Child.haltAfter(CLOSE_TIMEOUT_MS);
        System.exit(0);
    }

    private static void serve(String service) throws Exception {
        TradeDesk desk = new TradeDesk();
        Endpoint endpoint = Endpoint.open();
        // The hook also runs at an interrupt from the terminal.
        Runtime.getRuntime().addShutdownHook(new Thread(endpoint::close, "close"));
        endpoint.export(Trade.class, desk, service);
        endpoint.export(Feed.class, new CountingFeed(), feedOf(service));
        RingReader reader = new RingReader();
        ControlPort control = ControlPort.open();
        control.on(RingDelivery.PURPOSE, reader::serve);
        control.start();
        Child.answer(new Gson().toJson(new Ready(control.port(), reader.path(), RmiStub.export(desk))));
    }

    /** Returns the name of the other service. */
    static String feedOf(String service) {
        return service + "-feed";
    }
}
