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

/** A fresh server JVM and a fresh client JVM, connected, that have not made a call yet. */
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
     * Starts both and waits until they are connected.
     *
     * @param systems Nearcall, RMI, or both; or one peer
     */
    static LifePair start(String name, List<String> systems, Cpus cpus, Pair.Places places)
            throws IOException, InterruptedException {
        List<String> flags = Peer.of(systems.get(0))
                .map(peer -> places.flags(peer, JvmFlags.ALL))
                .orElse(JvmFlags.ALL);
        String all = String.join(",", systems);
        // The same names in every run, so that the next one takes over what a killed one left.
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
        // A client spins for an answer that a dead server will never give.
        server.whenEnded(client::kill);
        try {
            client.next(Object.class, START_TIMEOUT_S);
        } catch (IOException | InterruptedException | RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /** Orders of one system at that pace. */
    PacedTimes pace(String system, Pace pace) throws IOException, InterruptedException {
        // Longer than it takes by as much as a slow system makes of it: it leaves moments out.
        long timeoutS = COMMAND_TIMEOUT_S + 4 * pace.seconds();
        return client.ask("pace " + system + " " + pace.word(), PacedTimes.class, timeoutS);
    }

    /** Has one system call {@code add} until that gets no faster. */
    WarmUp warm(String system, WarmUp.Patience patience) throws IOException, InterruptedException {
        return client.ask("warm " + system + " " + patience.word(), WarmUp.class, COMMAND_TIMEOUT_S);
    }

    /** A slice of calls of {@code add} by one system: their median. */
    double addP50Ns(String system, long sliceMs) throws IOException, InterruptedException {
        return client.ask("add " + system + " " + sliceMs, Double.class, COMMAND_TIMEOUT_S);
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
