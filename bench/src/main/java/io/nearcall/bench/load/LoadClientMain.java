// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import com.google.gson.Gson;
import io.nearcall.Endpoint;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.Commands;
import io.nearcall.bench.pair.RmiStub;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import io.nearcall.bench.trade.RmiTrade;
import io.nearcall.bench.trade.Trade;
import java.util.List;

/** A client JVM. It puts load on the server as its standard input commands, until the input ends. */
public final class LoadClientMain {

    /** A load. Commands of the same words warm it up and measure it. It gives a figure per quantity and system. */
    interface Load {

        /** Puts load on each system for about that long, one after the other. */
        List<LoadFigure> turn(long sliceNs, boolean backwards) throws Exception;
    }

    private LoadClientMain() {}

    /** Arguments: the load, the service's name, and the values of the server's {@link LoadServerMain.Ready}. */
    public static void main(String[] args) throws Exception {
        Commands commands = Commands.ofStandardInput();
        try {
            LoadServerMain.Ready server = new LoadServerMain.Ready(Integer.parseInt(args[2]), args[3], args[4]);
            Load load = load(args[0], args[1], server);
            Child.answer("{}");
            while (true) {
                String[] words = commands.next().split(" ");
                List<LoadFigure> found =
                        load.turn(Long.parseLong(words[0]) * 1_000_000, Boolean.parseBoolean(words[1]));
                Child.answer(new Gson().toJson(found));
            }
        } catch (Throwable failure) {
            Child.fail(failure);
        }
    }

    private static Load load(String name, String service, LoadServerMain.Ready server) throws Exception {
        return switch (name) {
            case MessageLoad.NAME -> {
                Feed feed = Endpoint.open().lookup(Feed.class, "shm:" + LoadServerMain.feedOf(service));
                yield new MessageLoad(List.of(
                        new RingDelivery(server.ring(), server.controlPort()),
                        new BatchDelivery(feed),
                        new StreamDelivery(feed)));
            }
            case VirtualThreadLoad.NAME -> {
                Trade trade = Endpoint.open().lookup(Trade.class, "shm:" + service);
                yield new VirtualThreadLoad(trade, RmiStub.read(server.rmiStub()));
            }
            case NeighbourLoad.NAME -> {
                RmiTrade rmi = RmiStub.read(server.rmiStub());
                yield new NeighbourLoad(List.of(
                        new NearcallSubject(NearcallSubject.NAME, service), new RmiSubject(RmiSubject.NAME, rmi)));
            }
            default -> throw new IllegalArgumentException("load=" + name);
        };
    }
}
