// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.hosts;

import com.google.gson.Gson;
import io.nearcall.Endpoint;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.Commands;
import io.nearcall.grpc.GrpcTransport;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The server JVM of idle sessions: some endpoints with a service each, until its standard input ends. */
final class SessionServerMain {

    private static final int COLLECTIONS = 3;

    private SessionServerMain() {}

    /** The first answer: where the endpoints listen. */
    record Ready(List<Integer> ports) {}

    /** The memory of the objects that are in use. */
    record Heap(long usedBytes) {}

    /** Arguments: the directory of the certificate, and the number of endpoints. */
    public static void main(String[] args) throws Exception {
        Commands commands = Commands.ofStandardInput();
        Gson gson = new Gson();
        try {
            Certificate certificate = new Certificate(Path.of(args[0]));
            Path names = certificate
                    .directory()
                    .resolve("names-" + ProcessHandle.current().pid()); // nobody closes the endpoints
            List<Integer> ports = new ArrayList<>();
            List<Endpoint> endpoints = new ArrayList<>(); // held until the end
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                GrpcTransport door = GrpcTransport.builder()
                        .certificate(certificate.chain(), certificate.key())
                        .trust(certificate.chain())
                        .listen(InetAddress.getLoopbackAddress(), 0)
                        .build();
                Endpoint endpoint =
                        Endpoint.builder().directory(names).transport(door).open();
                endpoint.export(
                        SessionDesk.class,
                        new SessionDesk.Simple(),
                        service(ProcessHandle.current().pid(), i));
                endpoints.add(endpoint);
                ports.add(door.port());
            }
            Child.answer(gson.toJson(new Ready(ports)));
            while (true) {
                commands.next(); // there is only one
                Child.answer(gson.toJson(collected()));
            }
        } catch (Exception | LinkageError failure) {
            Child.fail(failure);
        }
    }

    /** Returns the name of the service of one of the endpoints of a server with that pid. */
    static String service(long pid, int number) {
        return "bench-sessions-" + pid + "-" + number;
    }

    /** Collects garbage. */
    static Heap collected() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        for (int i = 0; i < COLLECTIONS; i++) {
            memory.gc();
        }
        return new Heap(memory.getHeapMemoryUsage().getUsed());
    }
}
