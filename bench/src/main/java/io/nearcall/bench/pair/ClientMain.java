// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.nearcall.bench.Workload;
import io.nearcall.bench.floor.FloorMemory;
import io.nearcall.bench.floor.FloorVariant;
import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.peers.Peer;
import io.nearcall.bench.subject.CFloorSubject;
import io.nearcall.bench.subject.FloorSubject;
import io.nearcall.bench.subject.FreshFloorSubject;
import io.nearcall.bench.subject.KryoRoundTrip;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import io.nearcall.bench.subject.Subject;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The client JVM. It makes the calls that its standard input commands, until the input ends. */
public final class ClientMain {

    private final String service;
    private final String floorSocket;
    private final int controlPort;
    private final String floorProgram;
    private final Path peerDirectory;
    private final String rmiStub;
    private FloorSubject floor;

    private ClientMain(String[] args) {
        service = args[1];
        floorSocket = args[2];
        controlPort = Integer.parseInt(args[3]);
        floorProgram = args[4];
        peerDirectory = Path.of(args[5]);
        rmiStub = args.length > 6 ? args[6] : "";
    }

    /** Arguments: systems, service, floor's socket, the server's control port, the C floor's program, a peer's directory, RMI's stub. */
    public static void main(String[] args) throws Exception {
        Commands commands = Commands.ofStandardInput();
        Gson gson = new GsonBuilder().serializeSpecialFloatingPointValues().create();
        try {
            List<Subject> subjects = new ClientMain(args).connectAll(List.of(args[0].split(",")));
            Socket allocation = ControlPort.connect(Integer.parseInt(args[3]), ControlPort.ALLOCATION);
            ClientWork work = new ClientWork(subjects, new AllocationMeter(allocation));
            SeriesWork series = new SeriesWork(subjects);
            Child.answer("{}");
            while (true) {
                String[] words = commands.next().split(" ");
                Object found = List.of();
                switch (words[0]) {
                    case "warm" -> found = work.warm(Workload.valueOf(words[1]), WarmUp.Patience.of(words[2]));
                    case "turn" ->
                        work.turn(Workload.valueOf(words[1]), millis(words[2]), Boolean.parseBoolean(words[3]));
                    case "rest" -> work.rest();
                    case "silence" -> work.silence(Integer.parseInt(words[1]));
                    case "allocation" -> work.allocation();
                    case "results" -> found = work.results();
                    case "warm-transfer" ->
                        found = series.warmTransfer(
                                Integer.parseInt(words[1]), Integer.parseInt(words[2]), WarmUp.Patience.of(words[3]));
                    case "transfer" ->
                        found = series.transfer(
                                Integer.parseInt(words[1]), Integer.parseInt(words[2]), millis(words[3]));
                    case "warm-throughput" ->
                        found = series.warmThroughput(Integer.parseInt(words[1]), WarmUp.Patience.of(words[2]));
                    case "throughput" -> found = series.throughput(Integer.parseInt(words[1]), millis(words[2]));
                    default -> throw new IllegalArgumentException("command=" + words[0]);
                }
                Child.answer(gson.toJson(found));
            }
        } catch (Throwable failure) {
            Child.fail(failure);
        }
    }

    private static long millis(String text) {
        return Long.parseLong(text) * 1_000_000;
    }

    private List<Subject> connectAll(List<String> systems) throws Exception {
        List<Subject> subjects = new ArrayList<>();
        for (String system : systems) {
            switch (system) {
                case FloorSubject.NAME -> {
                    for (FloorVariant variant : FloorVariant.values()) {
                        subjects.add(floor().as(variant));
                    }
                }
                case CFloorSubject.NAME -> {
                    CFloorSubject floorInC = new CFloorSubject(floorProgram);
                    for (FloorVariant variant : FloorVariant.values()) {
                        subjects.add(floorInC.as(variant));
                    }
                }
                default -> subjects.add(connect(system));
            }
        }
        return subjects;
    }

    private Subject connect(String system) throws Exception {
        return switch (system) {
            case FreshFloorSubject.NAME -> new FreshFloorSubject(floor());
            case KryoRoundTrip.NAME -> new KryoRoundTrip();
            case NearcallSubject.NAME, NearcallSubject.ONE_CPU, NearcallSubject.FIFO_ONE_CPU ->
                new NearcallSubject(system, service);
            case RmiSubject.NAME, RmiSubject.NAME_ONE_CPU -> new RmiSubject(system, RmiStub.read(rmiStub));
            default ->
                Peer.of(system)
                        .orElseThrow(() ->
                                new IllegalArgumentException("system=" + system + " is none that this harness knows"))
                        .ends()
                        .connect(system, peerDirectory);
        };
    }

    /** Makes one subject for all floors in Java, because the server JVM offers its memory once. */
    private FloorSubject floor() throws IOException {
        if (floor == null) {
            Socket control = ControlPort.connect(controlPort, ControlPort.FLOOR);
            floor = new FloorSubject(FloorMemory.take(floorSocket), control);
        }
        return floor;
    }
}
