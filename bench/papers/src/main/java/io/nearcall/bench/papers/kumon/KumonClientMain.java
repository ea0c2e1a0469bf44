// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.kumon;

import com.google.gson.Gson;
import io.nearcall.Endpoint;
import io.nearcall.bench.measure.Median;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.Commands;
import io.nearcall.bench.papers.cpp.Figure;
import io.nearcall.bench.trade.Trade;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The client in Java. It sends the requests that it is told to send on its standard input, until that ends. */
final class KumonClientMain {

    /** The word for {@link Way#JNI} in the other direction. */
    static final String JNI_FROM_CPP = "JNI_FROM_CPP";

    private static final int LEAST_TRIPS = 2;

    private final Map<Way, Exchange> ways = new EnumMap<>(Way.class);

    private KumonClientMain() {}

    /** Arguments: the service in C++, the directory of files, ports of TCP and REST, the reference of CORBA, JNI's library. */
    public static void main(String[] args) throws Exception {
        Commands commands = Commands.ofStandardInput();
        Gson gson = new Gson();
        try {
            KumonClientMain client = new KumonClientMain();
            client.open(args);
            Child.answer("{}");
            while (true) {
                String[] words = commands.next().split(" ");
                Child.answer(gson.toJson(client.trips(
                        words[1],
                        Integer.parseInt(words[2]),
                        Integer.parseInt(words[3]),
                        Integer.parseInt(words[4]),
                        Long.parseLong(words[5]) * 1_000_000)));
            }
        } catch (Throwable failure) {
            Child.fail(failure);
        }
    }

    private void open(String[] args) {
        System.load(args[5]);
        Trade trade = Endpoint.open().lookup(Trade.class, "shm:" + args[0]);
        ways.put(Way.NEARCALL, trade::exchange);
        ways.put(Way.JNI, Jni::exchange);
        ways.put(Way.FILES, FilesWay.to(Path.of(args[1])));
        ways.put(Way.TCP, TcpWay.to(Integer.parseInt(args[2])));
        ways.put(Way.REST, RestWay.to(Integer.parseInt(args[3])));
        if (!args[4].isEmpty()) {
            ways.put(Way.CORBA, CorbaWay.to(args[4]));
        }
    }

    private Figure trips(String way, int requestBytes, int replyBytes, int atMost, long limitNs) throws Exception {
        List<Double> timesNs = new ArrayList<>();
        if (way.equals(JNI_FROM_CPP)) {
            Arrays.stream(Jni.tripsFromCpp(requestBytes, replyBytes, atMost, limitNs))
                    .skip(1)
                    .forEach(ns -> timesNs.add((double) ns));
        } else {
            addTrips(ways.get(Way.valueOf(way)), requestBytes, replyBytes, atMost, limitNs, timesNs);
        }
        return new Figure(Median.of(timesNs), timesNs.size());
    }

    /** Sends requests one after the other. The first one does not count. */
    private static void addTrips(
            Exchange way, int requestBytes, int replyBytes, int atMost, long limitNs, List<Double> into)
            throws Exception {
        Request request = new Request(requestBytes);
        long startNs = System.nanoTime();
        for (int i = 0; i <= atMost && (i < LEAST_TRIPS || System.nanoTime() - startNs < limitNs); i++) {
            byte[] sent = request.next();
            long beforeNs = System.nanoTime();
            byte[] reply = way.exchange(sent, replyBytes);
            long ns = System.nanoTime() - beforeNs;
            if (i > 0) {
                into.add((double) ns);
            }
            request.expect(reply, replyBytes);
        }
    }
}
