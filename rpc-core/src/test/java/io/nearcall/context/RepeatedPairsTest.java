// SPDX-License-Identifier: Apache-2.0
package io.nearcall.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.Caller;
import io.nearcall.Context;
import io.nearcall.DeadlineExceededException;
import io.nearcall.EncodingException;
import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.OneWay;
import io.nearcall.RemoteObject;
import io.nearcall.Uninterruptible;
import io.nearcall.internal.connection.OwnObjects;
import io.nearcall.internal.statistics.PageView;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The pairs of a context travel once over a lane. Calls that fail in between change nothing about what arrives. */
@Timeout(120)
@ExtendWith(PrivateDirectory.class)
public class RepeatedPairsTest {

    /** Reports the pairs that arrive. */
    public interface Mirror {
        Map<String, String> look();

        Map<String, String> lookAt(Object thing);

        CompletableFuture<Map<String, String>> lookLater(Object thing);

        @OneWay
        void drop();

        /** What the last {@link #drop} found; waits for it. */
        Map<String, String> dropped() throws InterruptedException;

        void crack() throws Broken;

        /** What the caller's mirror finds in a call with the pairs that came, and in one with these. */
        List<Map<String, String>> reflect(Pocket pocket, String tenant);

        /** Waits until nobody waits for it. Then it calls the caller's mirror with these pairs. */
        void linger(Pocket pocket, String tenant);
    }

    /** The caller's mirror. */
    @RemoteObject
    public interface Pocket {
        Map<String, String> look();
    }

    public static final class Broken extends Exception {
        private static final long serialVersionUID = 1L;
    }

    public static final class Glass implements Mirror {
        private final BlockingQueue<Map<String, String>> dropped = new LinkedBlockingQueue<>();

        @Override
        public Map<String, String> look() {
            return Caller.current().metadata();
        }

        @Override
        public Map<String, String> lookAt(Object thing) {
            return Caller.current().metadata();
        }

        @Override
        public CompletableFuture<Map<String, String>> lookLater(Object thing) {
            return CompletableFuture.completedFuture(Caller.current().metadata());
        }

        @Override
        public void drop() {
            dropped.add(Caller.current().metadata());
        }

        @Override
        public Map<String, String> dropped() throws InterruptedException {
            return dropped.take();
        }

        @Override
        public void crack() throws Broken {
            throw new Broken();
        }

        @Override
        public List<Map<String, String>> reflect(Pocket pocket, String tenant) {
            return List.of(pocket.look(), with(tenant, pocket));
        }

        @Override
        @Uninterruptible
        public void linger(Pocket pocket, String tenant) {
            Caller caller = Caller.current();
            while (!caller.isCancelled()) {
                Thread.onSpinWait();
            }
            try {
                with(tenant, pocket);
            } catch (NearcallException e) {
                // it is refused
            }
        }

        private static Map<String, String> with(String tenant, Pocket pocket) {
            return Context.empty().with("tenant", tenant).call(pocket::look);
        }
    }

    private static final Object NOT_ALLOWED = new Object() {};
    private static final List<Context> CONTEXTS = List.of(
            Context.empty(),
            Context.empty().with("tenant", "acme"),
            Context.empty().with("tenant", "acme"), // another object that is equal
            Context.empty().with("tenant", "acme").withDeadline(Duration.ofSeconds(60)),
            Context.empty().with("tenant", "M\u00fcller").with("trace", ""),
            Context.empty().with("long", "x".repeat(2_000)));

    private final SplittableRandom random = new SplittableRandom(26);
    private TwoEndpoints endpoints = new TwoEndpoints();

    @AfterEach
    void close() {
        endpoints.close();
    }

    @ParameterizedTest
    @FieldSource("io.nearcall.internal.discovery.ServiceAddress#SCHEMES")
    void shouldTravelOnceOverALaneOfEachChannel(String channel) throws Exception {
        endpoints.server().export(Mirror.class, new Glass(), "auto:Mirror");
        Mirror mirror = endpoints.client().lookup(Mirror.class, channel + ":Mirror");
        shouldTravelOnce(mirror);
        shouldArrive(mirror);
    }

    @Test
    void shouldArriveWhateverFailsInBetween() throws Exception {
        Mirror mirror = endpoints.connect(Mirror.class, new Glass());
        shouldTravelOnce(mirror);
        shouldArrive(mirror);
    }

    private void shouldTravelOnce(Mirror mirror) throws Exception {
        Context large = Context.empty().with("large", "x".repeat(1_000));
        int calls = 100;
        try (Context.Scope scope = large.attach()) {
            assertThat(scope).isNotNull();
            for (int i = 0; i < calls; i++) {
                assertThat(mirror.look()).isEqualTo(large.metadata());
                assertThat(mirror.lookLater(i).get(10, TimeUnit.SECONDS)).isEqualTo(large.metadata());
                mirror.drop();
                assertThat(Context.empty().call(mirror::dropped)).isEqualTo(large.metadata());
            }
        }
        assertThat(bytesOf("look")).isBetween(1_000L, 1_000L + 60 * calls);
        assertThat(bytesOf("lookLater") + bytesOf("drop")).isBetween(1_000L, 1_000L + 2 * 60 * calls);
    }

    private long bytesOf(String method) {
        return OwnObjects.of(endpoints.client()).statistics().methods().stream()
                .filter(each -> !each.served() && each.name().equals(method))
                .mapToLong(PageView.Method::callBytes)
                .sum();
    }

    private void shouldArrive(Mirror mirror) throws Exception {
        Pocket pocket = () -> Caller.current().metadata();
        for (int i = 0; i < 400; i++) {
            Context context = CONTEXTS.get(random.nextInt(CONTEXTS.size()));
            int way = random.nextInt(9);
            context.call(() -> {
                callInOneWay(mirror, pocket, way, context.metadata());
                return null;
            });
        }
    }

    private void callInOneWay(Mirror mirror, Pocket pocket, int way, Map<String, String> expected) throws Exception {
        switch (way) {
            case 0 -> assertThat(mirror.look()).isEqualTo(expected);
            case 1 -> assertThat(mirror.lookAt(new byte[100_000])).isEqualTo(expected);
            case 2 -> assertThat(mirror.lookLater("").get(10, TimeUnit.SECONDS)).isEqualTo(expected);
            case 3 -> {
                mirror.drop();
                assertThat(mirror.dropped()).isEqualTo(expected);
            }
            case 4 -> assertThatThrownBy(mirror::crack).isInstanceOf(Broken.class);
            case 5 -> assertThatThrownBy(() -> mirror.lookAt(NOT_ALLOWED)).isInstanceOf(EncodingException.class);
            case 6 -> // it has been sent in part, and is aborted
                assertThatThrownBy(() -> mirror.lookAt(List.of(new byte[100_000], NOT_ALLOWED)))
                        .isInstanceOf(EncodingException.class);
            case 7 ->
                assertThatThrownBy(() -> mirror.lookLater(List.of(new byte[100_000], NOT_ALLOWED))
                                .get(10, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(EncodingException.class);
            default -> {
                String tenant = random.nextBoolean() ? "acme" : "emca";
                assertThat(mirror.reflect(pocket, tenant)).containsExactly(expected, Map.of("tenant", tenant));
            }
        }
    }

    /** The only lane has a call within a call that nobody has read. */
    @Test
    void shouldArriveAfterACallThatWasRefusedUnread() throws Exception {
        endpoints.close();
        endpoints = new TwoEndpoints(Endpoint.builder(), Endpoint.builder().maxLanes(1));
        Mirror mirror = endpoints.connect(Mirror.class, new Glass());
        Pocket pocket = () -> Caller.current().metadata();
        for (String tenant : List.of("acme", "emca", "acme")) {
            assertThat(mirror.reflect(pocket, "other")).containsExactly(Map.of(), Map.of("tenant", "other"));
            assertThatThrownBy(() -> Context.empty()
                            .withDeadline(Duration.ofMillis(200))
                            .run(() -> mirror.linger(pocket, tenant)))
                    .isInstanceOf(DeadlineExceededException.class);
            assertThat(mirror.reflect(pocket, tenant)).containsExactly(Map.of(), Map.of("tenant", tenant));
        }
    }
}
