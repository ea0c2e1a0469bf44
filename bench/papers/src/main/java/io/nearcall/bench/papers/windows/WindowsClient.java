// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.windows;

import com.google.gson.Gson;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.papers.mechanism.Link;
import io.nearcall.bench.papers.mechanism.Shape;
import io.nearcall.bench.papers.trips.Burst;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The JVM that sends, and waits for the same bytes. It answers with a {@link TimedRound} for each round. */
public final class WindowsClient {

    private static final long SEED = 2017;

    private final Schedule schedule;
    private final Map<WindowsMechanism, Link> links = new EnumMap<>(WindowsMechanism.class);
    private final Random random = new Random(SEED);

    private WindowsClient(Schedule schedule) {
        this.schedule = schedule;
    }

    /** Arguments: the server's control port and pid, a {@link Schedule}, and the address of each mechanism. */
    public static void main(String[] args) {
        WindowsServer.endWithInput();
        Child.answer("{}");
        try {
            int addresses = 2 + Schedule.ARGUMENTS;
            Schedule schedule = Schedule.of(List.of(args).subList(2, addresses));
            try (Socket control = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]))) {
                new WindowsClient(schedule)
                        .run(
                                control,
                                new Peer(Integer.parseInt(args[1])),
                                List.of(args).subList(addresses, args.length));
            }
            System.exit(0);
        } catch (Throwable failure) {
            Child.fail(failure);
        }
    }

    private void run(Socket control, Peer server, List<String> addresses) throws Exception {
        for (int i = 0; i < addresses.size(); i++) {
            WindowsMechanism mechanism = schedule.mechanisms().get(i);
            links.put(mechanism, mechanism.call(addresses.get(i), server));
        }
        new DataOutputStream(control.getOutputStream())
                .writeInt((int) ProcessHandle.current().pid());
        if (control.getInputStream().read() < 0) {
            throw new EOFException("the server has gone");
        }
        server.watch();
        Gson gson = new Gson();
        for (int number = 0; number < schedule.rounds(); number++) {
            TimedRound round = new TimedRound(new ArrayList<>(), new ArrayList<>());
            schedule.round(number, (mechanism, bytes) -> measure(mechanism, bytes, server, round));
            Child.answer(gson.toJson(round));
        }
    }

    private void measure(WindowsMechanism mechanism, int bytes, Peer server, TimedRound into) throws Exception {
        server.use(mechanism);
        try {
            measure(mechanism, bytes, into);
        } catch (Exception e) {
            throw server.explained(mechanism, e);
        }
    }

    private void measure(WindowsMechanism mechanism, int bytes, TimedRound into) throws Exception {
        Link link = links.get(mechanism);
        byte[] message = new byte[bytes];
        byte[] back = new byte[bytes];
        double[] sendsNs = new double[schedule.trips()];
        double[] tripsNs = new double[schedule.trips()];
        for (int i = 0; i < schedule.trips(); i++) {
            random.nextBytes(message); // other bytes each time, so that those of the last trip are no answer
            long startNs = System.nanoTime();
            link.write(message);
            sendsNs[i] = System.nanoTime() - startNs;
            link.read(back);
            tripsNs[i] = System.nanoTime() - startNs;
            if (!Arrays.equals(back, message)) {
                throw new IOException("other bytes have come back");
            }
        }
        into.sends().add(Burst.of(mechanism.title(), Shape.even(bytes), sendsNs));
        into.trips().add(Burst.of(mechanism.title(), Shape.even(bytes), tripsNs));
    }
}
