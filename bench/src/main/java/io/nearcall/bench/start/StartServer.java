// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import com.google.gson.Gson;
import io.nearcall.Endpoint;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.RmiStub;
import io.nearcall.bench.trade.Trade;
import io.nearcall.bench.trade.TradeDesk;

/** The server of fresh clients, over Nearcall and RMI. It ends normally, and an archive of its classes is made then. */
public final class StartServer {

    private StartServer() {}

    /** What clients need to find it: names of Nearcall's services, and stubs of RMI. */
    record Ready(String trade, String greeter, String rmiTrade, String rmiGreeter) {}

    private static final class Greeting implements Greeter, RmiGreeter {
        @Override
        public String greet(String name) {
            return "Hello, " + name;
        }
    }

    /** Argument: the beginning of the services' names. The server ends when its standard input ends. */
    public static void main(String[] args) throws Exception {
        Ready ready = new Ready(args[0] + "-trade", args[0] + "-greeter", "", "");
        TradeDesk desk = new TradeDesk();
        Greeting greeting = new Greeting();
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(Trade.class, desk, ready.trade());
            endpoint.export(Greeter.class, greeting, ready.greeter());
            Child.answer(new Gson()
                    .toJson(new Ready(ready.trade(), ready.greeter(), RmiStub.export(desk), RmiStub.export(greeting))));
            while (System.in.read() >= 0) {
                // The input has no commands. Its end is the end of the run, or of the process that started this JVM.
            }
        } catch (Exception | LinkageError failure) {
            Child.fail(failure);
        }
        System.exit(0);
    }
}
