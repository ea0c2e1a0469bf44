// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.kumon;

import com.google.gson.Gson;
import io.nearcall.Endpoint;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.trade.Trade;
import io.nearcall.bench.trade.TradeDesk;
import java.nio.file.Path;

/** The server in Java. It serves by all ways until its standard input ends. */
final class KumonServerMain {

    private static final long CLOSE_TIMEOUT_MS = 2_000;

    private KumonServerMain() {}

    /**
     * The first answer, also of {@code peer serve}.
     *
     * @param restPort 0 if there is no REST
     * @param corba the reference; empty if there is no CORBA
     */
    record Ready(int tcpPort, int restPort, String corba) {

        boolean has(Way way) {
            return switch (way) {
                case REST -> restPort != 0;
                case CORBA -> !corba.isEmpty();
                default -> true;
            };
        }
    }

    /** Arguments: the name of its service, and the directory of files. */
    public static void main(String[] args) throws Exception {
        try {
            TradeDesk desk = new TradeDesk();
            Endpoint.open().export(Trade.class, desk, args[0]);
            FilesWay.serve(Path.of(args[1]), desk::exchange);
            Child.answer(new Gson()
                    .toJson(new Ready(
                            TcpWay.serve(desk::exchange),
                            RestWay.serve(desk::exchange),
                            CorbaWay.serve(desk::exchange))));
        } catch (Exception | LinkageError failure) {
            Child.fail(failure);
        }
        while (System.in.read() >= 0) {
            // The end of it is the end of the run, or of the process that started us.
        }
        Child.haltAfter(CLOSE_TIMEOUT_MS);
        System.exit(0);
    }
}
