// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Caller;
import io.nearcall.Context;
import io.nearcall.Endpoint;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Observers that say for each call whether they want to see it. */
@Timeout(60)
@Tag(TwoEndpoints.ONE_JVM)
@ExtendWith(PrivateDirectory.class)
public class InterestedObserversTest {

    /** What is called. */
    public interface Gate {
        String channel();

        CompletableFuture<String> channelLater();
    }

    private static final class OpenGate implements Gate {
        @Override
        public String channel() {
            return Caller.current().channel();
        }

        @Override
        public CompletableFuture<String> channelLater() {
            return CompletableFuture.completedFuture(channel());
        }
    }

    /** Writes down the calls that each part of it sees. */
    private static final class Guard implements CallListener, ClientInterceptor, ServerInterceptor {
        private final BooleanSupplier wants;
        private final List<String> seen = new CopyOnWriteArrayList<>();

        Guard(BooleanSupplier wants) {
            this.wants = wants;
        }

        @Override
        public boolean isInterested() {
            return wants.getAsBoolean();
        }

        @Override
        public boolean isInterested(CallInfo.Side side) {
            return wants.getAsBoolean();
        }

        @Override
        public void started(CallInfo call) {
            seen.add("started " + call.side());
        }

        @Override
        public void ended(CallInfo call, long durationNs, Throwable failure) {
            seen.add("ended " + call.side());
        }

        @Override
        public void calling(OutgoingCall call) {
            seen.add("calling over " + call.channel());
        }

        @Override
        public AutoCloseable called(CallInfo call) {
            seen.add("called over " + call.channel());
            return null;
        }
    }

    /** An endpoint that is all of them, calls itself, and is observed by these. */
    private static void call(Context context, Guard... guards) throws Exception {
        var server = Endpoint.builder().channel("auto");
        var client = Endpoint.builder().channel("unix");
        for (Guard guard : guards) {
            server.listener(guard).serverInterceptor(guard);
            client.listener(guard).clientInterceptor(guard);
        }
        try (TwoEndpoints endpoints = new TwoEndpoints(server, client)) {
            Gate gate = endpoints.connect(Gate.class, new OpenGate());
            assertThat(context.call(gate::channel)).isEqualTo("unix");
            assertThat(context.call(gate::channelLater).get()).isEqualTo("unix");
        }
    }

    @Test
    void shouldShowNothingToObserversThatWantNothing() throws Exception {
        Guard idle = new Guard(() -> false);
        call(Context.empty(), idle, idle);
        assertThat(idle.seen).isEmpty();
    }

    @Test
    void shouldShowACallToAllIfOneWantsIt() throws Exception {
        Guard idle = new Guard(() -> false);
        Guard busy = new Guard(() -> true);
        call(Context.empty(), idle, busy);
        assertThat(idle.seen)
                .hasSize(2 * 6)
                .contains(
                        "started CLIENT",
                        "calling over unix",
                        "started SERVER",
                        "called over unix",
                        "ended SERVER",
                        "ended CLIENT");
    }

    @Test
    void shouldLetAnObserverDecideByTheContext() throws Exception {
        Guard guard = new Guard(() -> Context.current().metadata().containsKey("watch"));
        call(Context.empty().with("tenant", "acme"), guard);
        assertThat(guard.seen).isEmpty();
        call(Context.empty().with("watch", "this"), guard);
        assertThat(guard.seen).hasSize(2 * 6);
    }

    @Test
    void shouldShowACallToAnObserverThatCannotSay() throws Exception {
        Guard broken = new Guard(() -> {
            throw new IllegalStateException("broken");
        });
        call(Context.empty(), broken);
        assertThat(broken.seen).hasSize(2 * 6);
    }
}
