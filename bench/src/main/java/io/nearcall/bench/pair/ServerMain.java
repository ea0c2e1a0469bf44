// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import com.google.gson.Gson;
import io.nearcall.Endpoint;
import io.nearcall.bench.floor.FloorMemory;
import io.nearcall.bench.floor.FloorResponder;
import io.nearcall.bench.peers.Peer;
import io.nearcall.bench.peers.PeerServer;
import io.nearcall.bench.subject.FloorSubject;
import io.nearcall.bench.subject.FreshFloorSubject;
import io.nearcall.bench.subject.RmiSubject;
import io.nearcall.bench.trade.Trade;
import io.nearcall.bench.trade.TradeDesk;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The server JVM. It hosts every system's server until its standard input ends. */
public final class ServerMain {

    private static final long CLOSE_TIMEOUT_MS = 2_000;

    private ServerMain() {}

    /**
     * What the client JVM needs to find this JVM. It is the first line on standard output.
     *
     * @param libraries the files from which peers come, by name
     */
    record Ready(int controlPort, String rmiStub, List<String> libraries) {}

    /** Arguments: systems separated by commas, Nearcall's service name, the path of the floor's socket, a peer's directory. */
    public static void main(String[] args) throws Exception {
        try {
            serve(List.of(args[0].split(",")), args[1], args[2], Path.of(args[3]));
        } catch (Exception | LinkageError failure) {
            Child.fail(failure);
        }
        while (System.in.read() >= 0) {
            // The input has no commands. Its end is the end of the run, or of the process that started this JVM.
        }
        Child.haltAfter(CLOSE_TIMEOUT_MS);
        System.exit(0);
    }

    private static void serve(List<String> systems, String service, String floorSocket, Path peerDirectory)
            throws Exception {
        ControlPort control = ControlPort.open();
        control.on(ControlPort.ALLOCATION, AllocationAnswers::serve);
        if (systems.contains(FloorSubject.NAME) || systems.contains(FreshFloorSubject.NAME)) {
            control.on(ControlPort.FLOOR, (in, out) -> serveFloor(floorSocket, in, out));
        }
        TradeDesk desk = new TradeDesk();
        String stub = systems.contains(RmiSubject.NAME) || systems.contains(RmiSubject.NAME_ONE_CPU)
                ? RmiStub.export(desk)
                : "";
        if (systems.stream().anyMatch(name -> name.startsWith("nearcall"))) {
            Endpoint endpoint = Endpoint.open();
            // The hook also runs at an interrupt from the terminal.
            Runtime.getRuntime().addShutdownHook(new Thread(endpoint::close, "close"));
            endpoint.export(Trade.class, desk, service);
        }
        List<String> libraries = new ArrayList<>();
        for (String system : systems) {
            if (Peer.of(system).isPresent()) {
                libraries.add(PeerServer.start(Peer.of(system).get(), peerDirectory, desk));
            }
        }
        control.start();
        System.out.println(
                Child.MESSAGE_PREFIX + new Gson().toJson(new Ready(control.port(), stub, List.copyOf(libraries))));
    }

    private static void serveFloor(String socket, DataInputStream in, DataOutputStream out) throws IOException {
        new FloorResponder(FloorMemory.offer(socket)).serve(in, out);
    }
}
