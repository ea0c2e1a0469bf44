// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.kumon;

import io.nearcall.bench.trade.TradeDesk;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The ways of the Java side, with Java on both sides. */
@Timeout(30)
class WaysTest {

    private static final int SHORT = 16;
    private static final int LONG = 300_000;

    private final Exchange desk = new TradeDesk()::exchange;

    @TempDir
    private Path directory;

    @Test
    void shouldExchangeOverTcp() throws Exception {
        shouldExchange(TcpWay.to(TcpWay.serve(desk)));
    }

    @Test
    void shouldExchangeFiles() throws Exception {
        FilesWay.serve(directory, desk);

        shouldExchange(FilesWay.to(directory));
    }

    @Test
    void shouldExchangeJson() throws Exception {
        shouldExchange(RestWay.to(RestWay.serve(desk)));
    }

    @Test
    void shouldExchangeOverCorba() throws Exception {
        shouldExchange(CorbaWay.to(CorbaWay.serve(desk)));
    }

    private static void shouldExchange(Exchange way) throws Exception {
        for (int requestBytes : new int[] {SHORT, LONG}) {
            Request request = new Request(requestBytes);
            for (int replyBytes : new int[] {SHORT, LONG}) {
                request.expect(way.exchange(request.next(), replyBytes), replyBytes);
            }
        }
    }
}
