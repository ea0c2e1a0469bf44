// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.hosts;

import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.JvmFlags;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Two fresh JVMs with a connection of each carrier. Both have all CPUs: gRPC has several threads on each side. */
final class HostsPair implements AutoCloseable {

    private static final long TIMEOUT_S = 60;
    private static final String ALL_CPUS = "";

    private final Child server;
    private final Child client;

    private HostsPair(Child server, Child client) {
        this.server = server;
        this.client = client;
    }

    /** Starts both and waits until they are connected. */
    static HostsPair start(Certificate certificate) throws IOException, InterruptedException {
        String directory = certificate.directory().toString();
        Child server = Child.start("server", ALL_CPUS, JvmFlags.ALL, HostsServerMain.class, List.of(directory));
        try {
            HostsServerMain.Ready ready = server.next(HostsServerMain.Ready.class, TIMEOUT_S);
            List<String> args = new ArrayList<>(List.of(directory, HostsServerMain.service(server.pid())));
            for (Carrier carrier : Carrier.values()) {
                args.add(ready.ports().get(carrier).toString());
            }
            Child client = Child.start("client", ALL_CPUS, JvmFlags.ALL, HostsClientMain.class, args);
            server.whenEnded(client::kill); // which would wait for answers
            try {
                client.next(Object.class, TIMEOUT_S);
                return new HostsPair(server, client);
            } catch (IOException | InterruptedException | RuntimeException e) {
                client.close();
                throw e;
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    void warm(Carrier carrier, Work work, WarmUp.Patience patience) throws IOException, InterruptedException {
        client.ask("warm " + carrier + " " + work + " " + patience.word(), WarmUp.class, TIMEOUT_S);
    }

    HostsClientMain.Slice slice(Carrier carrier, Work work, long ms) throws IOException, InterruptedException {
        return client.ask("slice " + carrier + " " + work + " " + ms, HostsClientMain.Slice.class, TIMEOUT_S);
    }

    HostsClientMain.Rate rate(Carrier carrier, int callers, long ms) throws IOException, InterruptedException {
        return client.ask("rate " + carrier + " " + callers + " " + ms, HostsClientMain.Rate.class, TIMEOUT_S);
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
