// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.test.PrivateDirectory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Stubs that are made before their service is there. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class LateServiceTest {

    private static final Duration SHORT = Duration.ofMillis(50);

    /** A service. */
    @RemoteService("sums")
    public interface Sums {
        int add(int a, int b);

        CompletableFuture<Integer> addLater(int a, int b);
    }

    private static final class Adder implements Sums {
        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public CompletableFuture<Integer> addLater(int a, int b) {
            return CompletableFuture.completedFuture(a + b);
        }
    }

    @Test
    void shouldFindTheServiceWithTheFirstCall() {
        try (Endpoint client = Endpoint.open();
                Endpoint server = Endpoint.open()) {
            Sums sums = client.stub(Sums.class);
            assertThat(sums).hasToString("Sums[sums]");
            server.export(Sums.class, new Adder());
            assertThat(sums.add(1, 2)).isEqualTo(3);
            assertThat(sums.toString()).contains("of process");
            assertThat(sums).isEqualTo(client.lookup(Sums.class));
        }
    }

    @Test
    void shouldWaitWithTheFirstCallUntilTheServiceIsThere() throws Exception {
        try (Endpoint client = Endpoint.open();
                Endpoint server = Endpoint.open()) {
            Sums sums = client.stub(Sums.class, "sums");
            CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> sums.add(1, 2));
            CompletableFuture<Integer> other =
                    CompletableFuture.supplyAsync(() -> sums.addLater(3, 4).join());
            Thread.sleep(SHORT.toMillis());
            assertThat(one).isNotDone();
            server.export(Sums.class, new Adder());
            assertThat(one.get()).isEqualTo(3);
            assertThat(other.get()).isEqualTo(7);
        }
    }

    @Test
    void shouldFailAsALookupDoesAndTryAgainWithTheNextCall() {
        try (Endpoint client = Endpoint.builder().lookupTimeout(SHORT).open();
                Endpoint server = Endpoint.open()) {
            Sums sums = client.stub(Sums.class);
            assertThatThrownBy(() -> sums.add(1, 2))
                    .isInstanceOf(ServiceNotFoundException.class)
                    .hasMessageContaining("sums");
            server.export(Sums.class, new Adder());
            assertThat(sums.add(1, 2)).isEqualTo(3);
        }
    }

    @Test
    void shouldCompareAndIdentifyAStubThatHasNotBeenCalled() {
        try (Endpoint client = Endpoint.open();
                Endpoint server = Endpoint.open()) {
            Sums sums = client.stub(Sums.class);
            assertThat(sums)
                    .isEqualTo(sums)
                    .isNotEqualTo(client.stub(Sums.class))
                    .hasSameHashCodeAs(sums);
            server.export(Sums.class, new Adder());
            assertThat(Remotes.peer(sums).pid())
                    .isEqualTo(ProcessHandle.current().pid());
        }
    }

    @Test
    void shouldRefuseAtOnceWhatIsNoRemoteInterfaceOrName() {
        try (Endpoint client = Endpoint.open()) {
            assertThatThrownBy(() -> client.stub(String.class)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> client.stub(Sums.class, "a/b")).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
