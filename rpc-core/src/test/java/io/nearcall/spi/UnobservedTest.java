// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.RemoteObject;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What observers cost an endpoint that has none: nothing that would tell them is on the stack of a call. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class UnobservedTest {

    private static final String HOOKS = "io.nearcall.internal.hooks.";

    /** Returns the frames of hooks between a method and its caller. */
    public interface Hall {
        List<String> hooks();

        CompletableFuture<List<String>> hooksOfALaterCall();

        /** What the caller has on its stack while it waits. */
        List<String> hooksOf(Mirror mirror);
    }

    /** Of the client, called back on the thread that waits. */
    @RemoteObject
    public interface Mirror {
        List<String> hooks();
    }

    private static final class MarbleHall implements Hall {
        @Override
        public List<String> hooks() {
            return hooksOnTheStack();
        }

        @Override
        public CompletableFuture<List<String>> hooksOfALaterCall() {
            return CompletableFuture.completedFuture(hooksOnTheStack());
        }

        @Override
        public List<String> hooksOf(Mirror mirror) {
            return mirror.hooks();
        }
    }

    private static List<String> hooksOnTheStack() {
        return StackWalker.getInstance()
                .walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                        .filter(name -> name.startsWith(HOOKS))
                        .map(name -> name.substring(HOOKS.length()).replaceAll("\\$.*", ""))
                        .distinct()
                        .toList());
    }

    private static void assertUnobserved(EndpointBuilder server) throws Exception {
        try (TwoEndpoints endpoints = new TwoEndpoints(server, Endpoint.builder())) {
            Hall hall = endpoints.connect(Hall.class, new MarbleHall());
            assertThat(hall.hooks()).isEmpty();
            assertThat(hall.hooksOfALaterCall().get()).isEmpty();
            assertThat(hall.hooksOf(UnobservedTest::hooksOnTheStack)).isEmpty();
        }
    }

    @Test
    void shouldCallTheGeneratedClassesWhereNobodyLooks() throws Exception {
        assertUnobserved(Endpoint.builder());
    }

    @Test
    void shouldCallTheGeneratedClassesOnAnExecutorWhereNobodyLooks() throws Exception {
        var executor = Executors.newFixedThreadPool(2);
        try {
            assertUnobserved(Endpoint.builder().executor(executor));
        } finally {
            executor.shutdown();
        }
    }

    @Test
    void shouldStandBetweenOnTheSideWhereSomebodyLooks() throws Exception {
        try (TwoEndpoints endpoints =
                new TwoEndpoints(Endpoint.builder().serverInterceptor(call -> null), Endpoint.builder())) {
            Hall hall = endpoints.connect(Hall.class, new MarbleHall());
            assertThat(hall.hooks()).containsExactly("ObservedSkeleton");
            assertThat(hall.hooksOfALaterCall().get()).containsExactly("ObservedSkeleton");
            assertThat(hall.hooksOf(UnobservedTest::hooksOnTheStack)).isEmpty();
        }
        try (TwoEndpoints endpoints =
                new TwoEndpoints(Endpoint.builder(), Endpoint.builder().clientInterceptor(call -> {}))) {
            Hall hall = endpoints.connect(Hall.class, new MarbleHall());
            assertThat(hall.hooks()).isEmpty();
            assertThat(hall.hooksOf(UnobservedTest::hooksOnTheStack))
                    .containsExactly("ObservedSkeleton", "ObservedSyncCall");
        }
    }
}
