// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import com.google.gson.Gson;
import io.nearcall.Endpoint;
import io.nearcall.bench.floor.FloorMemory;
import io.nearcall.bench.floor.FloorResponder;
import io.nearcall.bench.subject.FloorSubject;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.trade.Trade;
import io.nearcall.bench.trade.TradeDesk;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/** The server JVM: hosts every system's server until its standard input ends. */
public final class ServerMain {

    private static final long CLOSE_TIMEOUT_MS = 2_000;

    private ServerMain() {}

    /** What the client JVM needs to find this one; the first line on standard output. */
    record Ready(int controlPort, String rmiStub) {}

    /** Arguments: systems separated by commas, Nearcall's service name, the path of the floor's socket. */
    public static void main(String[] args) throws Exception {
        List<String> systems = List.of(args[0].split(","));
        String service = args[1];
        String floorSocket = args[2];

        ControlPort control = ControlPort.open();
        control.on(ControlPort.ALLOCATION, AllocationAnswers::serve);
        if (systems.contains(FloorSubject.NAME)) {
            control.on(ControlPort.FLOOR, (in, out) -> serveFloor(floorSocket, in, out));
        }
        TradeDesk desk = new TradeDesk();
        String stub = systems.stream().anyMatch(name -> name.startsWith("rmi")) ? RmiStub.export(desk) : "";
        if (systems.contains(NearcallSubject.NAME) || systems.contains(NearcallSubject.FIFO_ONE_CPU)) {
            Endpoint endpoint = Endpoint.open();
            // Runs at an interrupt from the terminal too.
            Runtime.getRuntime().addShutdownHook(new Thread(endpoint::close, "close"));
            endpoint.export(Trade.class, desk, service);
        }
        control.start();
        System.out.println(Child.MESSAGE_PREFIX + new Gson().toJson(new Ready(control.port(), stub)));

        while (System.in.read() >= 0) {
            // Nothing is said here; the end of it is the end of the run, or of the process that started us.
        }
        Child.haltAfter(CLOSE_TIMEOUT_MS);
        System.exit(0);
    }

    private static void serveFloor(String socket, DataInputStream in, DataOutputStream out) throws IOException {
        new FloorResponder(FloorMemory.offer(socket)).serve(in, out);
    }
}
