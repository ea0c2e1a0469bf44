// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.JvmFlags;
import io.nearcall.bench.pair.Pair;
import io.nearcall.bench.pair.ServingJvm;
import io.nearcall.bench.peers.Peer;
import java.io.IOException;
import java.util.List;

/** A fresh server JVM and a fresh client JVM. They are connected but have not made a call yet. */
final class LifePair implements AutoCloseable {

    private static final long START_TIMEOUT_S = 30;
    private static final long COMMAND_TIMEOUT_S = 120;

    private final ServingJvm server;
    private final Child client;

    private LifePair(ServingJvm server, Child client) {
        this.server = server;
        this.client = client;
    }

    /**
     * Starts both JVMs and waits until they are connected.
     *
     * @param systems Nearcall, RMI, or both; or one peer
     */
    static LifePair start(String name, List<String> systems, Cpus cpus, Pair.Places places)
            throws IOException, InterruptedException {
        List<String> flags = Peer.of(systems.get(0))
                .map(peer -> places.flags(peer, JvmFlags.ALL))
                .orElse(JvmFlags.ALL);
        String all = String.join(",", systems);
        // The names are the same in every run, so the next run takes over what a killed one has left.
        ServingJvm server = ServingJvm.start("life-" + name, all, cpus.server(), flags, places);
        try {
            List<String> args =
                    List.of(all, server.service(), server.peerDirectory().toString(), server.rmiStub());
            Child client = Child.start("client life-" + name, cpus.client(), flags, LifeClientMain.class, args);
            LifePair pair = new LifePair(server, client);
            pair.awaitClient();
            return pair;
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private void awaitClient() throws IOException, InterruptedException {
        // Without this, a client would spin for an answer that a dead server never gives.
        server.whenEnded(client::kill);
        try {
            client.next(Object.class, START_TIMEOUT_S);
        } catch (IOException | InterruptedException | RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /** Places orders over one system at that pace. */
    PacedTimes pace(String system, Pace pace) throws IOException, InterruptedException {
        // The timeout is generous, because a slow system leaves moments out and so takes longer.
        long timeoutS = COMMAND_TIMEOUT_S + 4 * pace.seconds();
        return client.ask("pace " + system + " " + pace.word(), PacedTimes.class, timeoutS);
    }

    /** Lets one system call {@code add} until the calls get no faster. */
    WarmUp warm(String system, WarmUp.Patience patience) throws IOException, InterruptedException {
        return client.ask("warm " + system + " " + patience.word(), WarmUp.class, COMMAND_TIMEOUT_S);
    }

    /** Runs a slice of {@code add} calls over one system. Returns their median. */
    double addP50Ns(String system, long sliceMs) throws IOException, InterruptedException {
        return client.ask("add " + system + " " + sliceMs, Double.class, COMMAND_TIMEOUT_S);
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
