// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.trips;

import com.google.gson.Gson;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.ControlPort;
import io.nearcall.bench.papers.mechanism.Mechanism;
import io.nearcall.bench.papers.mechanism.Payload;
import io.nearcall.bench.papers.mechanism.Responder;
import io.nearcall.bench.papers.mechanism.Shape;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The server JVM. It answers round trips of one mechanism at a time, until its standard input ends. */
public final class TripServer {

    /** The purpose of the connection to the control port that announces what has to be answered next. */
    static final int ORDERS = 'P';

    private static final long CLOSE_TIMEOUT_MS = 3_500;

    private final Map<Mechanism, Responder> responders = new EnumMap<>(Mechanism.class);

    private TripServer() {}

    /** What the client needs to find this JVM. */
    record Ready(int controlPort, List<String> addresses) {}

    /** Arguments: the scratch directory, and the mechanisms. */
    public static void main(String[] args) throws Exception {
        TripServer server = new TripServer();
        // The hook also runs at an interrupt from the terminal. System V objects must not outlive this JVM.
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "close"));
        List<String> addresses = new ArrayList<>();
        for (String name : List.of(args).subList(1, args.length)) {
            Mechanism mechanism = Mechanism.valueOf(name);
            Responder responder = mechanism.offer(Path.of(args[0]));
            server.responders.put(mechanism, responder);
            addresses.add(responder.address());
        }
        ControlPort control = ControlPort.open();
        control.on(ORDERS, server::serve);
        control.start();
        Child.answer(new Gson().toJson(new Ready(control.port(), addresses)));
        while (System.in.read() >= 0) {
            // The input has no commands. Its end is the end of the run, or of the process that started this JVM.
        }
        Child.haltAfter(CLOSE_TIMEOUT_MS);
        System.exit(0);
    }

    private void serve(DataInputStream in, DataOutputStream out) {
        try {
            for (Responder each : responders.values()) {
                each.accept();
            }
            while (true) {
                Responder responder = responders.get(Mechanism.values()[in.readInt()]);
                Shape shape = new Shape(Payload.values()[in.readInt()], in.readInt(), in.readInt());
                int count = in.readInt();
                out.write(1);
                out.flush();
                responder.respond(shape, count);
            }
        } catch (EOFException ended) {
            // The client has gone.
        } catch (Exception | Error e) {
            e.printStackTrace(); // the client waits for an answer, so only the end of this JVM ends the run
            System.exit(1);
        }
    }

    /**
     * Closes all at the same time. So one that fails or takes long does not keep the others from removing their
     * objects.
     */
    private void close() {
        List<Thread> closing = responders.values().stream()
                .map(each -> new Thread(each::close, "close " + each.address()))
                .toList();
        closing.forEach(Thread::start);
        try {
            for (Thread each : closing) {
                each.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
