// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.switches;

import com.google.gson.Gson;
import io.nearcall.Endpoint;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.trade.Trade;
import io.nearcall.bench.trade.TradeDesk;
import io.nearcall.internal.connection.OwnObjects;

/** The server JVM of one pair: serves until its standard input ends. */
final class SwitchedServerMain {

    private static final long CLOSE_TIMEOUT_MS = 2_000;

    private SwitchedServerMain() {}

    /** The first answer. */
    record Ready(boolean page) {}

    /** Arguments: the opt-in, and the name of the service. */
    public static void main(String[] args) throws Exception {
        try {
            Endpoint endpoint =
                    OptIn.valueOf(args[0]).observe(Endpoint.builder()).open();
            Runtime.getRuntime().addShutdownHook(new Thread(endpoint::close, "close"));
            endpoint.export(Trade.class, new TradeDesk(), args[1]);
            endpoint.export(Waiting.class, (Waiting) Thread::sleep, args[1] + "-waiting");
            Child.answer(new Gson().toJson(new Ready(hasPage(endpoint))));
        } catch (Exception | LinkageError failure) {
            Child.fail(failure);
        }
        while (System.in.read() >= 0) {
            // The end of it is the end of the run, or of the process that started us.
        }
        Child.haltAfter(CLOSE_TIMEOUT_MS);
        System.exit(0);
    }

    /** The endpoint shows its service a moment after it has been exported. */
    private static boolean hasPage(Endpoint endpoint) throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            if (OwnObjects.of(endpoint).statistics() != null) {
                return true;
            }
            Thread.sleep(5); // nobody tells
        }
        return false;
    }
}
