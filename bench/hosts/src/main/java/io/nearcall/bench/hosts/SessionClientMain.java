// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.hosts;

import com.google.gson.Gson;
import io.nearcall.Endpoint;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.Commands;
import io.nearcall.grpc.GrpcTransport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The client JVM of idle sessions. Calls once through each session, and keeps it. */
final class SessionClientMain {

    /** Collects garbage, and answers with the memory in use. */
    static final String COLLECT = "collect";

    /** Opens so many more sessions. */
    static final String CONNECT = "connect";

    /** For a machine that is busy: this is no test of how fast a service is found. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** Gets so many objects by reference through the last session, and keeps them. */
    static final String REFER = "refer";

    private final Certificate certificate;
    private final long serverPid;
    private final List<Integer> ports;
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final List<SessionDesk> desks = new ArrayList<>();
    private final List<SessionDesk.Item> items = new ArrayList<>();

    private SessionClientMain(Certificate certificate, long serverPid, List<Integer> ports) {
        this.certificate = certificate;
        this.serverPid = serverPid;
        this.ports = ports;
    }

    /**
     * Arguments: the directory of the certificate, the server's process, and its ports. If there is one port, each session
     * has an endpoint of its own on this side. Otherwise all sessions have the same endpoint.
     */
    public static void main(String[] args) throws Exception {
        Commands commands = Commands.ofStandardInput();
        Gson gson = new Gson();
        try {
            List<Integer> ports = new ArrayList<>();
            for (int i = 2; i < args.length; i++) {
                ports.add(Integer.parseInt(args[i]));
            }
            SessionClientMain client =
                    new SessionClientMain(new Certificate(Path.of(args[0])), Long.parseLong(args[1]), ports);
            Child.answer("{}");
            while (true) {
                Child.answer(gson.toJson(client.answer(commands.next().split(" "))));
            }
        } catch (Exception | LinkageError failure) {
            Child.fail(failure);
        }
    }

    private Object answer(String[] words) {
        switch (words[0]) {
            case COLLECT -> {
                return SessionServerMain.collected();
            }
            case CONNECT -> connect(Integer.parseInt(words[1]));
            case REFER -> refer(Integer.parseInt(words[1]));
            default -> throw new IllegalArgumentException("command=" + words[0]);
        }
        return List.of();
    }

    private void connect(int count) {
        for (int i = 0; i < count; i++) {
            if (ports.size() == 1 || endpoints.isEmpty()) {
                GrpcTransport transport = GrpcTransport.builder()
                        .certificate(certificate.chain(), certificate.key())
                        .trust(certificate.chain())
                        .build();
                endpoints.add(Endpoint.builder().transport(transport).open());
            }
            int number = desks.size() % ports.size();
            SessionDesk desk = endpoints
                    .get(endpoints.size() - 1)
                    .lookup(
                            SessionDesk.class,
                            "grpc://" + SessionServerMain.service(serverPid, number) + "@localhost:"
                                    + ports.get(number),
                            PATIENCE);
            desk.add(number, 1);
            desks.add(desk);
        }
    }

    private void refer(int count) {
        for (int i = 0; i < count; i++) {
            items.add(desks.get(desks.size() - 1).item());
        }
    }
}
