// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.trips;

import com.google.gson.Gson;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.Commands;
import io.nearcall.bench.pair.ControlPort;
import io.nearcall.bench.papers.mechanism.Caller;
import io.nearcall.bench.papers.mechanism.Mechanism;
import io.nearcall.bench.papers.mechanism.Payload;
import io.nearcall.bench.papers.mechanism.SerialisedLong;
import io.nearcall.bench.papers.mechanism.Shape;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The client JVM. It makes the round trips that its standard input commands, until the input ends. */
public final class TripClient {

    private static final long SEED = 2017;

    private final Map<Mechanism, Caller> callers = new EnumMap<>(Mechanism.class);
    private final Set<List<Object>> warm = new HashSet<>(); // pairs of a mechanism and a shape
    private final DataInputStream ready;
    private final DataOutputStream orders;

    private TripClient(Socket control) throws IOException {
        ready = new DataInputStream(control.getInputStream());
        orders = new DataOutputStream(new BufferedOutputStream(control.getOutputStream()));
    }

    /** Arguments: the server's control port, then each mechanism and its address, in the server's order. */
    public static void main(String[] args) throws Exception {
        Commands commands = Commands.ofStandardInput();
        Gson gson = new Gson();
        try {
            TripClient client = new TripClient(ControlPort.connect(Integer.parseInt(args[0]), TripServer.ORDERS));
            for (int i = 1; i < args.length; i += 2) {
                Mechanism mechanism = Mechanism.valueOf(args[i]);
                client.callers.put(mechanism, mechanism.call(args[i + 1]));
            }
            Child.answer("{}");
            while (true) {
                Round round = gson.fromJson(commands.next(), Round.class);
                Child.answer(gson.toJson(client.bursts(round)));
            }
        } catch (Throwable failure) {
            Child.fail(failure);
        }
    }

    private List<Burst> bursts(Round round) throws Exception {
        List<Burst> bursts = new ArrayList<>();
        for (Shape shape : round.shapes()) {
            for (Mechanism mechanism : round.mechanisms()) {
                warmUp(mechanism, shape, round);
                bursts.add(Burst.of(mechanism.title(), shape, times(mechanism, shape, round.trips())));
            }
        }
        return bursts;
    }

    private void warmUp(Mechanism mechanism, Shape shape, Round round) throws Exception {
        long startNs = System.nanoTime();
        boolean first = round.warmMs() > 0 && warm.add(List.of(mechanism, shape));
        while (first && System.nanoTime() - startNs < TimeUnit.MILLISECONDS.toNanos(round.warmMs())) {
            times(mechanism, shape, round.trips());
        }
    }

    private double[] times(Mechanism mechanism, Shape shape, int trips) throws Exception {
        Caller caller = callers.get(mechanism);
        byte[] request = new byte[shape.requestBytes()];
        byte[] room = new byte[shape.replyBytes()];
        new Random(SEED).nextBytes(request);
        order(mechanism, shape, trips);
        double[] timesNs = new double[trips];
        for (int i = 0; i < trips; i++) {
            long startNs = System.nanoTime();
            if (shape.payload() == Payload.LONG) {
                expect(SerialisedLong.value(caller.call(SerialisedLong.of(startNs), room)) == startNs, mechanism);
                timesNs[i] = System.nanoTime() - startNs;
                continue;
            }
            byte[] reply = caller.call(request, room);
            timesNs[i] = System.nanoTime() - startNs;
            expect(reply.length == room.length, mechanism);
            if (i == 0 && shape.isEcho()) {
                expect(Arrays.equals(reply, request), mechanism);
                Arrays.fill(room, (byte) 0);
            }
        }
        return timesNs;
    }

    /** Tells the server what comes next, and waits until the server is ready for it. */
    private void order(Mechanism mechanism, Shape shape, int trips) throws IOException {
        orders.writeInt(mechanism.ordinal());
        orders.writeInt(shape.payload().ordinal());
        orders.writeInt(shape.requestBytes());
        orders.writeInt(shape.replyBytes());
        orders.writeInt(trips);
        orders.flush();
        if (ready.read() < 0) {
            throw new EOFException("the server has gone before " + mechanism.title());
        }
    }

    private static void expect(boolean right, Mechanism mechanism) {
        if (!right) {
            throw new IllegalStateException("a wrong answer over: " + mechanism.title());
        }
    }
}
