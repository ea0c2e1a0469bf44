// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import io.nearcall.Endpoint;
import io.nearcall.bench.trade.Trade;
import io.nearcall.bench.trade.TradeDesk;
import java.nio.file.Path;

/** A Nearcall call over one of Nearcall's channels. It answers in a thread of its own. */
final class Calls implements Responder {

    private final Endpoint endpoint;
    private final String address;

    private Calls(Endpoint endpoint, String address) {
        this.endpoint = endpoint;
        this.address = address;
    }

    /** @param scheme the scheme of the channel */
    static Responder offer(Path scratch, String scheme) {
        String service = NameOfRun.of(scratch, scheme);
        Endpoint endpoint = Endpoint.open();
        endpoint.export(Trade.class, new TradeDesk(), service);
        return new Calls(endpoint, scheme + ":" + service);
    }

    static Caller call(String address) {
        Trade trade = Endpoint.open().lookup(Trade.class, address);
        return (request, room) ->
                request.length == room.length ? trade.echo(request) : trade.exchange(request, room.length);
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public void respond(Shape shape, int count) {
        // The endpoint accepts by itself.
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
