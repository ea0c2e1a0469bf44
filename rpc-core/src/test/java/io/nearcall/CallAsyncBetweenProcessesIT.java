// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Methods that wait, called without waiting, of a service in another JVM. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class CallAsyncBetweenProcessesIT {

    /** A service whose methods all are synchronous. */
    @RemoteService
    public interface Kiln {
        int pid();

        Pot fire(Pot pot) throws Cracked;

        /** Returns when it is interrupted. */
        int fireWithoutEnd();

        int fires();

        int interruptions();
    }

    /** What is fired. */
    public record Pot(String glaze, int degrees) {}

    /** By too great a heat. */
    public static final class Cracked extends Exception {
        private static final long serialVersionUID = 1L;

        public Cracked(String message) {
            super(message);
        }
    }

    /** Of the other JVM. */
    public static final class BrickKiln implements Kiln {
        private final AtomicInteger fires = new AtomicInteger();
        private final AtomicInteger interruptions = new AtomicInteger();

        @Override
        public int pid() {
            return (int) ProcessHandle.current().pid();
        }

        @Override
        public Pot fire(Pot pot) throws Cracked {
            if (pot.degrees() > 1_400) {
                throw new Cracked(pot.glaze() + " at " + pot.degrees());
            }
            return new Pot(pot.glaze() + ", fired", pot.degrees());
        }

        @Override
        public int fireWithoutEnd() {
            fires.incrementAndGet();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interruptions.incrementAndGet();
            }
            return interruptions.get();
        }

        @Override
        public int fires() {
            return fires.get();
        }

        @Override
        public int interruptions() {
            return interruptions.get();
        }
    }

    private OtherJvm server;
    private Endpoint client;
    private Kiln kiln;

    @BeforeEach
    void open() {
        server = Server.start(Kiln.class, BrickKiln.class);
        client = Endpoint.open();
        kiln = client.lookup(Kiln.class);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private static <R> CompletableFuture<R> begun(Kiln kiln, Remotes.RemoteCall<Kiln, R> call) throws Exception {
        int before = kiln.fires();
        CompletableFuture<R> future = Remotes.callAsync(kiln, call);
        while (kiln.fires() == before) {
            Thread.sleep(1);
        }
        return future;
    }

    @Test
    void shouldBringResults() throws Exception {
        assertThat(Remotes.callAsync(kiln, Kiln::pid).get()).isEqualTo(server.pid());
        List<CompletableFuture<Pot>> pots = IntStream.range(0, 500)
                .mapToObj(i -> Remotes.callAsync(kiln, stub -> stub.fire(new Pot("salt", i))))
                .toList();
        for (int i = 0; i < pots.size(); i++) {
            assertThat(pots.get(i).get()).isEqualTo(new Pot("salt, fired", i));
        }
    }

    @Test
    void shouldFailWithWhatTheMethodThrows() {
        assertThatThrownBy(() -> Remotes.callAsync(kiln, stub -> stub.fire(new Pot("lead", 1_500)))
                        .get())
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isExactlyInstanceOf(Cracked.class)
                .hasMessage("lead at 1500")
                .hasStackTraceContaining("BrickKiln.fire");
    }

    @Test
    void shouldInterruptTheMethodOfACancelledFuture() throws Exception {
        CompletableFuture<Integer> firing = begun(kiln, Kiln::fireWithoutEnd);
        assertThat(kiln.interruptions()).isZero();
        firing.cancel(true);
        while (kiln.interruptions() == 0) {
            Thread.sleep(1);
        }
        assertThatThrownBy(firing::get).isInstanceOf(CancellationException.class);
    }

    @Test
    void shouldFailWhenTheServerIsKilled() throws Exception {
        CompletableFuture<Integer> firing = begun(kiln, Kiln::fireWithoutEnd);
        server.kill();
        assertThatThrownBy(firing::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(ConnectionLostException.class, lost -> {
                    assertThat(lost.loss()).isEqualTo(ConnectionLostException.Loss.DIED);
                    assertThat(lost.outcome()).isEqualTo(Outcome.MAY_HAVE_RUN);
                    assertThat(lost.peerPid()).isEqualTo(server.pid());
                });
        assertThatThrownBy(() -> Remotes.callAsync(kiln, Kiln::pid).get())
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        NearcallException.class, e -> assertThat(e.outcome()).isEqualTo(Outcome.NOT_SENT));
    }
}
