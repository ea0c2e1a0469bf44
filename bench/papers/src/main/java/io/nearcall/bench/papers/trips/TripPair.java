// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.trips;

import com.google.gson.Gson;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.papers.mechanism.Mechanism;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A fresh server JVM and a fresh client JVM, connected by each of several mechanisms. */
public final class TripPair implements AutoCloseable {

    private static final long START_TIMEOUT_S = 60;
    private static final long ROUND_TIMEOUT_S = 300;

    private final Child server;
    private final Child client;

    private TripPair(Child server, Child client) {
        this.server = server;
        this.client = client;
    }

    /** Starts both and waits until they are connected. */
    public static TripPair start(
            String name, List<Mechanism> mechanisms, Placement placement, List<String> flags, Path scratch)
            throws IOException, InterruptedException {
        List<String> args = new ArrayList<>(List.of(scratch.toString()));
        mechanisms.forEach(each -> args.add(each.name()));
        Child server = Child.start("server " + name, placement.serverCpus(), flags, TripServer.class, args);
        try {
            TripServer.Ready ready = server.next(TripServer.Ready.class, START_TIMEOUT_S);
            List<String> clientArgs = new ArrayList<>(List.of(Integer.toString(ready.controlPort())));
            for (int i = 0; i < mechanisms.size(); i++) {
                clientArgs.addAll(
                        List.of(mechanisms.get(i).name(), ready.addresses().get(i)));
            }
            Child client = Child.start("client " + name, placement.clientCpus(), flags, TripClient.class, clientArgs);
            // Without this, a client would wait for an answer that a dead server never gives.
            server.whenEnded(client::kill);
            TripPair pair = new TripPair(server, client);
            pair.awaitClient();
            return pair;
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private void awaitClient() throws IOException, InterruptedException {
        try {
            client.next(Object.class, START_TIMEOUT_S);
        } catch (IOException | InterruptedException | RuntimeException e) {
            client.close();
            throw e;
        }
    }

    long serverPid() {
        return server.pid();
    }

    public List<Burst> round(Round round) throws IOException, InterruptedException {
        return List.of(client.ask(new Gson().toJson(round), Burst[].class, ROUND_TIMEOUT_S));
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
