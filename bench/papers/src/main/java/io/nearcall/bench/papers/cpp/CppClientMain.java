// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.cpp;

import com.google.gson.Gson;
import io.nearcall.Endpoint;
import io.nearcall.bench.measure.MeasuringLoop;
import io.nearcall.bench.measure.Samples;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.Commands;
import io.nearcall.bench.subject.Calls;
import io.nearcall.bench.trade.Trade;
import java.util.EnumMap;
import java.util.Map;

/** The client in Java. It makes the calls that it is told to make on its standard input, until that ends. */
final class CppClientMain {

    private final Map<Side, Map<Work, Calls>> calls = new EnumMap<>(Side.class);

    private CppClientMain() {}

    /** Arguments: the services in Java and in C++. */
    public static void main(String[] args) throws Exception {
        Commands commands = Commands.ofStandardInput();
        Gson gson = new Gson();
        try {
            CppClientMain client = new CppClientMain();
            Endpoint endpoint = Endpoint.open();
            for (Side callee : Side.values()) {
                client.open(callee, endpoint.lookup(Trade.class, "shm:" + args[callee.ordinal()]));
            }
            Child.answer("{}");
            while (true) {
                String[] words = commands.next().split(" ");
                Child.answer(gson.toJson(
                        client.slice(Side.valueOf(words[1]), Work.valueOf(words[2]), Long.parseLong(words[3]))));
            }
        } catch (Throwable failure) {
            Child.fail(failure);
        }
    }

    private void open(Side callee, Trade trade) {
        Map<Work, Calls> ofTrade = new EnumMap<>(Work.class);
        for (Work work : Work.values()) {
            ofTrade.put(work, work.open(trade));
        }
        calls.put(callee, ofTrade);
    }

    private Figure slice(Side callee, Work work, long ms) throws Exception {
        Samples samples = new Samples();
        MeasuringLoop.run(calls.get(callee).get(work), work.callsPerBatch(), ms * 1_000_000, samples);
        return new Figure(samples.p50Ns(), samples.calls());
    }
}
