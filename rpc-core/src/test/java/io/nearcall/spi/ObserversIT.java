// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ConnectionLostException;
import io.nearcall.Context;
import io.nearcall.DeadlineExceededException;
import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.NearcallException;
import io.nearcall.spi.CallInfo.Side;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import io.nearcall.test.Workshop;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Listeners and interceptors of this process and of another one. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class ObserversIT {

    /** Writes down how calls begin and end. */
    private static final class Diary implements CallListener {
        final List<CallInfo> started = new CopyOnWriteArrayList<>();
        final List<CallInfo> ended = new CopyOnWriteArrayList<>();
        final List<Throwable> failures = new CopyOnWriteArrayList<>();
        final List<String> lines = new CopyOnWriteArrayList<>();

        @Override
        public void started(CallInfo call) {
            started.add(call);
        }

        @Override
        public void ended(CallInfo call, long durationNs, Throwable failure) {
            assertThat(durationNs).isPositive();
            ended.add(call);
            if (failure != null) {
                failures.add(failure);
            }
            lines.add(call.side() + " " + call.method().getName());
        }

        void await(int count) throws InterruptedException {
            while (lines.size() < count) { // the last to be told
                Thread.sleep(1);
            }
        }
    }

    private static final class Unspeakable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("without words");
        }
    }

    private static OtherJvm vault(String... arguments) {
        OtherJvm jvm = OtherJvm.start(GuardedVault.class, arguments);
        assertThat(jvm.readLine()).isEqualTo("ready");
        return jvm;
    }

    private static EndpointBuilder withBadge() {
        return Endpoint.builder().clientInterceptor(call -> call.put("badge", "ada"));
    }

    private static void visit(Vault vault) throws Exception {
        assertThat(vault.open()).isEqualTo("ada");
        assertThat(vault.openLater().get()).isEqualTo("ada");
        vault.ring();
        assertThat(vault.inside()).isEqualTo(1);
        assertThat(vault.ask(() -> "sesame")).isEqualTo("sesame");
        assertThatThrownBy(vault::burn).isInstanceOf(Vault.Fire.class);
        assertThat(vault.inside()).isEqualTo(1); // each scope was closed, also that of the method that threw
        while (!vault.log().contains("SERVER Vault.ring well")) {
            Thread.sleep(1);
        }
        assertThat(vault.log())
                .contains(
                        "SERVER Vault.open well",
                        "SERVER Vault.openLater well",
                        "rung by ada",
                        "CLIENT Keeper.word well",
                        "SERVER Vault.ask well",
                        "SERVER Vault.burn Fire");
    }

    @Test
    void shouldGuardAndTellOfEveryKindOfCallOnBothSides() throws Exception {
        Diary diary = new Diary();
        try (OtherJvm server = vault();
                Endpoint endpoint = withBadge().listener(diary).open()) {
            visit(endpoint.lookup(Vault.class));
            diary.await(diary.started.size());
            assertThat(diary.lines)
                    .contains(
                            "CLIENT open",
                            "CLIENT openLater",
                            "CLIENT ring",
                            "CLIENT burn",
                            "SERVER word",
                            "CLIENT ask");
            assertThat(diary.lines.indexOf("SERVER word")).isLessThan(diary.lines.indexOf("CLIENT ask"));
            assertThat(diary.ended).containsExactlyInAnyOrderElementsOf(diary.started);
            assertThat(diary.failures).singleElement().isInstanceOf(Vault.Fire.class);
            assertThat(diary.ended).allSatisfy(call -> {
                assertThat(call.peerPid()).isEqualTo(server.pid());
                assertThat(call.type()).isEqualTo(call.side() == Side.CLIENT ? Vault.class : Vault.Keeper.class);
                assertThat(call.service()).isEqualTo(call.type().getSimpleName());
                assertThat(call.metadata()).isEqualTo(Map.of("badge", "ada")); // the callback inherits it
            });
        }
    }

    @Test
    void shouldGuardCallsThatAnExecutorRuns() throws Exception {
        try (OtherJvm server = vault("executor");
                Endpoint endpoint = withBadge().open()) {
            assertThat(server.pid()).isPositive();
            visit(endpoint.lookup(Vault.class));
        }
    }

    @Test
    void shouldRefuseWhoShowsNoBadge() throws Exception {
        Diary diary = new Diary();
        try (OtherJvm server = vault();
                Endpoint endpoint = Endpoint.builder().listener(diary).open()) {
            assertThat(server.pid()).isPositive();
            Vault vault = endpoint.lookup(Vault.class);
            assertThatThrownBy(vault::open)
                    .isInstanceOf(SecurityException.class)
                    .hasMessageContaining("no badge to open");
            assertThatThrownBy(() -> vault.openLater().get()).hasCauseInstanceOf(SecurityException.class);
            assertThat(Context.empty().with("badge", "bob").call(vault::open)).isEqualTo("bob");
            diary.await(3);
            assertThat(diary.failures).hasSize(2).allMatch(SecurityException.class::isInstance);
            assertThat(vault.log())
                    .contains("SERVER Vault.open SecurityException")
                    .doesNotContain("rung by null");
        }
    }

    @Test
    void shouldTellTheServicesListenerWhatAOneWayMethodHasThrown() throws Exception {
        Diary diary = new Diary();
        Workshop broken = (Workshop) Proxy.newProxyInstance(
                Workshop.class.getClassLoader(), new Class<?>[] {Workshop.class}, (self, method, arguments) -> {
                    throw new IllegalArgumentException("no such number: " + arguments[0]);
                });
        try (TwoEndpoints endpoints = new TwoEndpoints(Endpoint.builder().listener(diary), Endpoint.builder())) {
            endpoints.connect(Workshop.class, broken).note(7);
            diary.await(1);
            assertThat(diary.lines).containsExactly("SERVER note");
            assertThat(diary.failures)
                    .singleElement()
                    .isInstanceOfSatisfying(
                            IllegalArgumentException.class, e -> assertThat(e).hasMessage("no such number: 7"));
        }
    }

    @Test
    void shouldTellOfAFutureThatIsCancelled() throws Exception {
        Diary diary = new Diary();
        try (OtherJvm server = vault();
                Endpoint endpoint = withBadge().listener(diary).open()) {
            assertThat(server.pid()).isPositive();
            Vault vault = endpoint.lookup(Vault.class);
            CompletableFuture<String> never = vault.openNever();
            assertThat(vault.open()).isEqualTo("ada"); // behind it, in the order of this thread
            assertThat(diary.lines).containsExactly("CLIENT open");
            never.cancel(true);
            diary.await(2);
            while (!vault.log().contains("SERVER Vault.openNever CancellationException")) {
                Thread.sleep(1);
            }
        }
    }

    @Test
    void shouldTellOfCallsThatAreLostAndOfThoseThatCannotBeMade() throws Exception {
        Diary diary = new Diary();
        try (OtherJvm server = vault();
                Endpoint endpoint = withBadge().listener(diary).open()) {
            Vault vault = endpoint.lookup(Vault.class);
            CompletableFuture<String> never = vault.openNever();
            assertThat(vault.open()).isEqualTo("ada");
            server.kill();
            assertThatThrownBy(never::get).hasCauseInstanceOf(ConnectionLostException.class);
            assertThatThrownBy(vault::open).isInstanceOf(NearcallException.class);
            assertThatThrownBy(vault::ring).isInstanceOf(NearcallException.class);
            Context late = Context.empty().withDeadline(Duration.ofNanos(1));
            assertThatThrownBy(() -> late.run(vault::ring)).isInstanceOf(DeadlineExceededException.class);
            diary.await(5);
            assertThat(diary.started).hasSize(5);
            assertThat(diary.failures).hasSize(4).allMatch(NearcallException.class::isInstance);
        }
    }

    @Test
    void shouldDoACallNoHarmWhenAListenerThrows() {
        CallListener broken = new CallListener() {
            @Override
            public void started(CallInfo call) {
                throw new IllegalStateException("broken");
            }

            @Override
            public void ended(CallInfo call, long durationNs, Throwable failure) {
                throw new StackOverflowError("broken");
            }
        };
        CallListener speechless = new CallListener() {
            @Override
            public void ended(CallInfo call, long durationNs, Throwable failure) {
                throw new Unspeakable();
            }
        };
        Diary diary = new Diary();
        try (OtherJvm server = vault();
                Endpoint endpoint = withBadge()
                        .listener(broken)
                        .listener(speechless)
                        .listener(diary)
                        .open()) {
            assertThat(server.pid()).isPositive();
            Vault vault = endpoint.lookup(Vault.class);
            assertThat(vault.open()).isEqualTo("ada");
            assertThat(vault.ask(() -> "sesame")).isEqualTo("sesame");
            assertThat(diary.lines).containsExactly("CLIENT open", "SERVER word", "CLIENT ask");
        }
    }

    @Test
    void shouldNotCallWhatAClientInterceptorRefuses() throws Exception {
        List<OutgoingCall> seen = new ArrayList<>();
        ClientInterceptor strict = call -> {
            seen.add(call);
            if (call.metadata().isEmpty()) {
                throw new IllegalStateException("without a trace");
            }
            if (call.metadata().containsKey("large")) {
                call.put("larger", "x".repeat(3_000));
            }
        };
        try (OtherJvm server = vault();
                Endpoint endpoint = Endpoint.builder().clientInterceptor(strict).open()) {
            assertThat(server.pid()).isPositive();
            Vault vault = endpoint.lookup(Vault.class);
            assertThatThrownBy(vault::open).hasMessage("without a trace");
            assertThatThrownBy(() -> vault.openLater().get()).hasRootCauseMessage("without a trace");
            assertThatThrownBy(vault::ring).hasMessage("without a trace");
            assertThatThrownBy(() -> Context.empty().with("large", "").call(vault::open))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("\"larger\"");
            assertThat(Context.empty().with("badge", "ada").call(vault::open)).isEqualTo("ada");
            assertThat(Context.empty().with("badge", "ada").call(vault::log)).containsExactly("SERVER Vault.open well");
            assertThatThrownBy(() -> seen.get(0).put("late", "")).isInstanceOf(IllegalStateException.class);
        }
    }
}
