// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.Endpoint;
import io.nearcall.chaos.Resources;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import io.nearcall.chaos.called.LoggedTarget;
import io.nearcall.chaos.called.Target;
import io.nearcall.chaos.process.Jvm;
import io.nearcall.chaos.process.Launch;
import io.nearcall.chaos.process.VictimJvm;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.ServiceName;
import io.nearcall.internal.discovery.ServiceSocket;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.UnixSocket;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** A client with 64 MB of heap in its own process. It visits hostile servers, and keeps calling a good one. */
final class Trap implements AutoCloseable {

    static final String SERVICE = "trap";

    private static final String HAVEN = "haven";
    private static final long ACCEPT_NS = 10_000_000;
    private static final long SETTLE_NS = 10_000_000_000L;

    /** What a visit takes beyond its patience at most: binding has half a second, four calls a tenth each. */
    private static final long MARGIN_NS = 3_000_000_000L;

    /** What the hostile server does with a connected client. */
    @FunctionalInterface
    interface Reception {
        void receive(Intruder caller) throws Exception;
    }

    private final Path scratch;
    private final Tally tally;
    private final Yardstick yardstick = new Yardstick();
    private final Endpoint haven =
            Endpoint.builder().name(HAVEN).channel("auto").open();
    private final VictimJvm client;
    private final Resources baseline;

    Trap(Path scratch, Tally tally) throws IOException {
        this.scratch = scratch;
        this.tally = tally;
        haven.export(Target.class, new LoggedTarget(nonce -> {}), HAVEN);
        this.client = new Launch(Besieged.class, Jvm.optimized())
                .prefix(Siege.ANY_CHANNEL)
                .start(scratch, HAVEN);
        client.expect("ready");
        this.baseline = Resources.of(client.pid());
    }

    /** One episode: has the client come, over shm, and receives it like that as often as it connects until it gives up. */
    void visit(String what, int patienceMs, Reception reception) throws IOException {
        visit(what, "shm", "visit", patienceMs, reception);
    }

    /** As above. {@code manner} is what the client does: {@code visit}, or {@code call} until its patience is over. */
    Visit visit(String what, String channel, String manner, int patienceMs, Reception reception) throws IOException {
        yardstick.reset();
        try (ServiceSocket socket =
                ServiceSocket.open(RuntimeDirectory.open(), new ServiceName(SERVICE), 16, Host.current()::close)) {
            Thread server = new Thread(() -> accept(socket, reception), "trap");
            server.start();
            long startNs = System.nanoTime();
            client.send(manner + " " + channel + ":" + SERVICE + " " + patienceMs);
            String line = client.readLine();
            long lateNs = System.nanoTime() - startNs - patienceMs * 1_000_000L - MARGIN_NS;
            if (lateNs > yardstick.worstNs()) {
                tally.hung("the client came back " + lateNs / 1_000_000 + " ms too late: " + what);
            }
            server.interrupt();
            join(server);
            Visit visit = Visit.parse(line);
            if (visit == null) {
                tally.wrong(what + ": " + line);
                visit = new Visit(0, 0, 0, 0);
            }
            tally.episode(visit.calls() + visit.neighbourCalls(), yardstick.worstNs());
            return visit;
        }
    }

    private static void join(Thread server) {
        try {
            server.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void accept(ServiceSocket socket, Reception reception) {
        while (!Thread.currentThread().isInterrupted()) {
            UnixSocket.await(socket.descriptor(), true, ACCEPT_NS);
            int fd = socket.accept();
            if (fd >= 0) {
                try (Intruder caller = Intruder.accepted(fd)) {
                    reception.receive(caller);
                } catch (InterruptedException e) {
                    return;
                } catch (Exception | AssertionError e) {
                    // the client had enough of it first
                }
            }
        }
    }

    /** The welcome of a good server. */
    static void welcome(Intruder caller) {
        caller.receive();
        caller.send(new ControlMessage.Welcome(
                ControlMessage.VERSION, CurrentProcess.pid(), UUID.randomUUID(), Intruder.LIMITS));
    }

    /** Waits until the client has released the resources of its visits. */
    void settle(String what) {
        if (Resources.awaitWithin(client.pid(), baseline, SETTLE_NS) < 0) {
            tally.leaked("the client has " + Resources.of(client.pid()) + " instead of " + baseline + ": " + what);
        }
    }

    @Override
    public void close() throws IOException {
        client.close();
        haven.close();
        yardstick.close();
        if (Files.deleteIfExists(scratch.resolve(Canary.SONG))) {
            tally.wrong("a class was initialised that nobody had allowed");
        }
    }

    /** The client's report of a visit: calls with right, wrong and no answers, and calls of the good server. */
    record Visit(long right, long wrong, long failed, long neighbourCalls) {

        /** Null if the line is not a report. */
        static Visit parse(String line) {
            if (line == null || !line.startsWith("survived ")) {
                return null;
            }
            String[] words = line.split(" ");
            return new Visit(
                    Long.parseLong(words[1]),
                    Long.parseLong(words[2]),
                    Long.parseLong(words[3]),
                    Long.parseLong(words[4]));
        }

        long calls() {
            return right + wrong + failed;
        }

        Visit plus(Visit other) {
            return new Visit(
                    right + other.right,
                    wrong + other.wrong,
                    failed + other.failed,
                    neighbourCalls + other.neighbourCalls);
        }
    }
}
