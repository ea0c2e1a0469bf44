// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ConnectionRefusedException;
import io.nearcall.Deadline;
import io.nearcall.Idempotent;
import io.nearcall.Outcome;
import io.nearcall.RemoteService;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.stub.BalancedTarget;
import io.nearcall.internal.stub.ServiceTarget;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A service of two places. They are services of this host with a name each, as no transport is needed for that. */
@Timeout(60)
public class BalancedTargetTest {

    private static final String[] PLACES = {"balanced-0", "balanced-1"};
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long NEVER_NS = TimeUnit.HOURS.toNanos(1);

    @RemoteService
    public interface Numbered {

        int number();

        @Idempotent
        @Deadline("50ms")
        int numberSoon();
    }

    private record Number(int number) implements Numbered {
        @Override
        public int numberSoon() {
            return number;
        }
    }

    private final EndpointCore client = HeldMonitor.endpoint("client");
    private final EndpointCore[] servers = new EndpointCore[PLACES.length];

    @BeforeEach
    void open() {
        for (int i = 0; i < PLACES.length; i++) {
            servers[i] = HeldMonitor.endpoint("server" + i);
            servers[i].export(Numbered.class, new Number(i), address(PLACES[i]));
        }
    }

    @AfterEach
    void close() {
        client.close();
        for (EndpointCore server : servers) {
            server.close();
        }
    }

    private static ServiceAddress address(String place) {
        return ServiceAddress.parse(place, ServiceAddress.AUTO);
    }

    /** Two places that are known at once. Each test adds the rest. */
    private class Places implements BalancedTarget.Source {

        final Set<UUID> left = ConcurrentHashMap.newKeySet();

        @Override
        public List<String> places() throws IOException {
            return List.of(PLACES);
        }

        @Override
        public ServiceTarget.Binder at(String place) {
            return new LookUp(
                    client, client.interfaces().describe(Numbered.class).callee(), address(place));
        }

        @Override
        public boolean isLeft(LaneConnection link) {
            return left.contains(((Connection) link).peerId());
        }

        @Override
        public void execute(Runnable task) {
            client.completions().execute(task);
        }
    }

    private BalancedTarget target(BalancedTarget.Source places, long patienceNs) {
        return new BalancedTarget(
                client.interfaces().describe(Numbered.class).callee(), "balanced", "two places", places, patienceNs);
    }

    private Numbered stub(BalancedTarget target) {
        return client.interfaces().describe(Numbered.class).analysed().stub(target);
    }

    private static Set<Integer> answers(Numbered stub) {
        Set<Integer> answers = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            answers.add(stub.number());
        }
        return answers;
    }

    private static void awaitBoth(Numbered stub) {
        while (answers(stub).size() < PLACES.length) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldCallWhenThePlacesAreKnownAtLast() {
        Places late = new Places() {
            private int times;

            @Override
            public synchronized List<String> places() throws IOException {
                if (times++ == 0) {
                    throw new IOException("no such name yet");
                }
                return super.places();
            }
        };
        awaitBoth(stub(target(late, PATIENCE_NS)));
    }

    @Test
    void shouldSayWhyThePlacesAreNotKnown() {
        BalancedTarget lost = target(
                new Places() {
                    @Override
                    public List<String> places() throws IOException {
                        throw new IOException("no such name");
                    }
                },
                PATIENCE_NS);
        assertThatThrownBy(() -> lost.find(0))
                .isInstanceOf(ServiceNotFoundException.class)
                .hasMessageContaining("No service \"balanced\" at two places")
                .hasMessageContaining("its addresses are not known")
                .hasMessageContaining("no such name");
    }

    @Test
    void shouldCallThoseThatAskToBeCalledNoMoreOnlyIfThereAreNoOthers() {
        Places places = new Places();
        Numbered stub = stub(target(places, PATIENCE_NS));
        awaitBoth(stub);
        places.left.add(servers[0].id());
        assertThat(answers(stub)).containsExactly(1);
        places.left.add(servers[1].id());
        assertThat(answers(stub)).hasSize(1);
        places.left.remove(servers[0].id());
        assertThat(answers(stub)).containsExactly(0);
    }

    @Test
    void shouldFailAtOnceIfAllPlacesRefuse() {
        Places refusing = new Places() {
            @Override
            public ServiceTarget.Binder at(String place) {
                return (timeoutNs, deadlineNs) -> {
                    throw new ConnectionRefusedException("balanced", 0, place, "it is not for you.");
                };
            }
        };
        BalancedTarget target = target(refusing, NEVER_NS);
        assertThatThrownBy(() -> target.find(NEVER_NS)).isInstanceOf(ConnectionRefusedException.class);
        assertThatThrownBy(() -> stub(target).number()).isInstanceOf(ConnectionRefusedException.class);
    }

    @Test
    void shouldWaitForAPlaceNoLongerThanTheCallMayTake() {
        Places none = new Places() {
            @Override
            public List<String> places() {
                return List.of();
            }
        };
        assertThatThrownBy(() -> stub(target(none, NEVER_NS)).numberSoon())
                .isInstanceOfSatisfying(
                        ServiceNotFoundException.class,
                        notFound -> assertThat(notFound.outcome()).isEqualTo(Outcome.NOT_SENT));
    }
}
