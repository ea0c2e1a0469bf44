// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.cpp;

import io.nearcall.Endpoint;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.trade.Trade;
import io.nearcall.bench.trade.TradeDesk;
import java.io.IOException;

/** The server in Java. It serves until its standard input ends. */
final class CppServerMain {

    private static final long CLOSE_TIMEOUT_MS = 2_000;

    private CppServerMain() {}

    /** The argument is the name of its service. */
    public static void main(String[] args) throws IOException {
        try {
            Endpoint.open().export(Trade.class, new TradeDesk(), args[0]);
            Child.answer("{}");
        } catch (RuntimeException | LinkageError failure) {
            Child.fail(failure);
        }
        awaitEnd();
    }

    private static void awaitEnd() throws IOException {
        while (System.in.read() >= 0) {
            // The end of it is the end of the run, or of the process that started us.
        }
        Child.haltAfter(CLOSE_TIMEOUT_MS);
        System.exit(0);
    }
}
