// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.Limits;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Tap;
import io.nearcall.test.Vectors;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** How both sides see a connection that broke although no side closed it and no process died. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class BrokenConnectionTest {

    private static final String SECOND_GREETING = "it sent a second greeting";
    private static final String NO_GOODBYE = "the control socket was closed without a goodbye";

    /** A service that is in the middle of something. */
    public interface Bridge {
        Toll enter(Toll boat);

        /** Which does not get there. */
        CompletableFuture<Integer> cross();

        int entered();
    }

    /** An object of either side. */
    @RemoteObject
    public interface Toll {
        int pay();
    }

    private static final class LongBridge implements Bridge {
        private final BlockingQueue<Loss> gone = new LinkedBlockingQueue<>();
        private volatile Toll boat;
        private volatile int entered;

        @Override
        public Toll enter(Toll entering) {
            boat = entering;
            entered++;
            Caller.current().onDeath(gone::add);
            return () -> 7;
        }

        @Override
        public CompletableFuture<Integer> cross() {
            return new CompletableFuture<>();
        }

        @Override
        public int entered() {
            return entered;
        }
    }

    private final LongBridge bridge = new LongBridge();
    private Endpoint server;
    private Tap tap;
    private Endpoint client;
    private Bridge remote;

    @BeforeEach
    void connect(@TempDir Path other) {
        server = Endpoint.open();
        server.export(Bridge.class, bridge, "shm:bridge");
        tap = new Tap(PrivateDirectory.path().resolve("bridge.sock"), "bridge", other, new Vectors("none"));
        client = clientOf(other);
        remote = client.lookup(Bridge.class, "shm:bridge");
    }

    @AfterEach
    void close() {
        tap.close();
        client.close();
        server.close();
    }

    private static Endpoint clientOf(Path directory) {
        String own = System.setProperty("io.nearcall.dir", directory.toString());
        try {
            return Endpoint.open();
        } finally {
            System.setProperty("io.nearcall.dir", own);
        }
    }

    private static void assertBroken(ThrowingCallable call, Outcome outcome, boolean mayComeBack, String detail) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(ConnectionLostException.class, e -> {
                    assertThat(e.loss()).isEqualTo(Loss.BROKEN);
                    assertThat(e.outcome()).isEqualTo(outcome);
                    assertThat(e.mayComeBack()).isEqualTo(mayComeBack);
                })
                .hasMessageContaining("broke the connection (" + detail + ")");
    }

    private static void get(CompletableFuture<Integer> future) throws Throwable {
        try {
            future.get();
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    @Test
    void shouldTellBothSidesWhatBrokeTheConnection() throws Exception {
        BlockingQueue<Loss> gone = new LinkedBlockingQueue<>();
        Remotes.onDeath(remote, gone::add);
        Toll toll = remote.enter(() -> 3);
        assertThat(toll.pay()).isEqualTo(7);
        assertThat(bridge.boat.pay()).isEqualTo(3);
        CompletableFuture<Integer> crossing = begunCrossing();
        tap.tellClient(
                new ControlMessage.Welcome(ControlMessage.VERSION, 1, UUID.randomUUID(), new Limits(1, 0, 1 << 20)));
        assertBroken(() -> get(crossing), Outcome.MAY_HAVE_RUN, true, SECOND_GREETING);
        assertThat(gone.take()).isEqualTo(Loss.BROKEN);
        assertBroken(toll::pay, Outcome.NOT_SENT, false, SECOND_GREETING);
        assertThat(bridge.gone.take()).isEqualTo(Loss.BROKEN);
        assertBroken(bridge.boat::pay, Outcome.NOT_SENT, false, SECOND_GREETING);
    }

    @Test
    void shouldTellBothSidesThatTheOtherHasBrokenOffThoughItLives() throws Exception {
        remote.enter(() -> 3);
        CompletableFuture<Integer> crossing = begunCrossing();
        tap.breakOff();
        assertBroken(() -> get(crossing), Outcome.MAY_HAVE_RUN, true, NO_GOODBYE);
        assertThat(bridge.gone.take()).isEqualTo(Loss.BROKEN);
    }

    private CompletableFuture<Integer> begunCrossing() {
        CompletableFuture<Integer> crossing = remote.cross();
        assertThat(remote.entered()).isEqualTo(1); // behind it
        return crossing;
    }
}
