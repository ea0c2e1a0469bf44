// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Server;
import io.nearcall.test.TwoEndpoints;
import io.nearcall.test.Workshop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
class BatchIT {

    private static List<Integer> upTo(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @Test
    void shouldMakeAllCallsOfABatchInOrder() {
        try (OtherJvm server = Server.start(Workshop.class, QuietWorkshop.class);
                Endpoint client = Endpoint.open()) {
            assertThat(server.pid()).isPositive();
            Workshop remote = client.lookup(Workshop.class);
            Remotes.batch(remote, stub -> upTo(20_000).forEach(stub::note)); // more than there is room for
            assertThat(remote.noted()).isEqualTo(upTo(20_000));
        }
    }

    @Test
    void shouldWakeAServiceThatHasFallenAsleepInTheMeantime() throws InterruptedException {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            QuietWorkshop workshop = new QuietWorkshop();
            Workshop remote = endpoints.connect(Workshop.class, workshop);
            for (int round = 1; round <= 5; round++) {
                Remotes.batch(remote, stub -> {
                    for (int i = 0; i < 10; i++) {
                        stub.note(i);
                        sleep(i == 5 ? 20 : 0); // by then the service has fallen asleep in the middle of the batch
                    }
                });
                long startNs = System.nanoTime();
                while (workshop.notedCount() < 10 * round) {
                    assertThat(System.nanoTime() - startNs).isLessThan(TimeUnit.SECONDS.toNanos(20));
                    Thread.sleep(1);
                }
                Thread.sleep(round == 4 ? 1_500 : 20); // after which it rests until the doorbell rings
            }
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldKeepTheOrderAmongCallsOfOtherKinds() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
            List<Integer> counts = new ArrayList<>();
            Remotes.batch(remote, stub -> {
                stub.note(1);
                stub.note(2);
                counts.add(stub.notedCount());
                stub.note(3);
            });
            counts.add(remote.notedCount());
            assertThat(counts).containsExactly(2, 3);
        }
    }

    @Test
    void shouldSendWhatWasCalledBeforeAnException() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
            assertThatThrownBy(() -> Remotes.batch(remote, stub -> {
                        stub.note(1);
                        throw new IllegalStateException("enough");
                    }))
                    .hasMessage("enough");
            assertThat(remote.noted()).containsExactly(1);
        }
    }

    @Test
    void shouldRefuseCallsAfterTheBatch() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
            AtomicReference<Workshop> kept = new AtomicReference<>();
            Remotes.batch(remote, kept::set);
            assertThatThrownBy(() -> kept.get().note(1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Remotes.batch");
            assertThatThrownBy(() -> Remotes.batch("no stub", text -> {})).isInstanceOf(IllegalArgumentException.class);
            assertThat(remote.noted()).isEmpty();
        }
    }

    @Test
    void shouldFailOnceTheServiceIsGone() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
            assertThatThrownBy(() -> Remotes.batch(remote, stub -> {
                        stub.note(1);
                        endpoints.server().close();
                        while (true) {
                            stub.note(2);
                        }
                    }))
                    .isInstanceOf(NearcallException.class);
        }
    }
}
