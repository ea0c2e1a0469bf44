// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.LoggedLines;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Server;
import io.nearcall.test.TwoEndpoints;
import io.nearcall.test.Workshop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class OneWayIT {

    @Test
    void shouldRunAllOneWayCallsOfAThreadInOrderBeforeItsNextCall() {
        try (OtherJvm server = Server.start(Workshop.class, QuietWorkshop.class);
                Endpoint client = Endpoint.open()) {
            assertThat(server.pid()).isPositive();
            Workshop remote = client.lookup(Workshop.class);
            for (int i = 0; i < 10_000; i++) {
                remote.note(i);
            }
            assertThat(remote.noted())
                    .isEqualTo(IntStream.range(0, 10_000).boxed().toList());
        }
    }

    @Test
    void shouldRunOneWayCallsOfSeveralThreadsInTheOrderOfEach() throws InterruptedException {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
            List<Integer> seen = new ArrayList<>();
            Thread[] threads = new Thread[4];
            for (int t = 0; t < threads.length; t++) {
                int base = t * 10_000;
                threads[t] = new Thread(() -> {
                    for (int i = 1; i <= 2_500; i++) {
                        remote.note(base + i);
                        if (i % 500 == 0) {
                            int last = base + i;
                            boolean done = remote.noted().contains(last);
                            synchronized (seen) {
                                seen.add(done ? last : -last);
                            }
                        }
                    }
                });
                threads[t].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(seen).hasSize(20).allMatch(number -> number > 0);
            List<Integer> all = remote.noted();
            for (int t = 0; t < threads.length; t++) {
                int base = t * 10_000;
                assertThat(all.stream().filter(number -> number / 10_000 * 10_000 == base))
                        .isSorted()
                        .hasSize(2_500);
            }
        }
    }

    @Test
    void shouldNotWaitForTheMethodOfAOneWayCall() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            QuietWorkshop workshop = new QuietWorkshop();
            Workshop remote = endpoints.connect(Workshop.class, workshop);
            remote.noteSlowly(1, 500);
            assertThat(workshop.notedCount()).isZero();
            assertThat(remote.notedCount()).isEqualTo(1);
        }
    }

    @Test
    void shouldLetOtherThreadsCallWhileOneWayCallsOfThisOneRun() throws InterruptedException {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
            remote.noteSlowly(1, 1_000);
            int[] counted = {-1};
            Thread other = new Thread(() -> counted[0] = remote.notedCount());
            other.start();
            other.join();
            assertThat(counted[0]).isZero();
        }
    }

    @RegisterExtension
    private final LoggedLines log = new LoggedLines();

    @Test
    void shouldGoOnAfterAOneWayCallWhoseMethodThrewAndLogWhatItThrew() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            List<String> heard = new ArrayList<>();
            Gossip remote = endpoints.connect(Gossip.class, new Gossip() {
                @Override
                public void tell(String rumour) {
                    if (rumour == null) {
                        throw new IllegalArgumentException("no rumour");
                    }
                    heard.add(rumour);
                }

                @Override
                public int heard() {
                    return heard.size();
                }
            });
            remote.tell("the king is ill");
            remote.tell(null);
            remote.tell("the king is well");
            assertThat(remote.heard()).isEqualTo(2);
            assertThat(log.text())
                    .contains("The one-way call Gossip.tell has failed (called by process ")
                    .contains("IllegalArgumentException: no rumour");
        }
    }

    @Test
    void shouldLogWhatAOneWayMethodThrowsOnAnExecutor() {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try (TwoEndpoints endpoints = new TwoEndpoints(Endpoint.builder().executor(pool), Endpoint.builder())) {
            Gossip remote = endpoints.connect(Gossip.class, new Gossip() {
                @Override
                public void tell(String rumour) {
                    throw new IllegalStateException("nobody listens");
                }

                @Override
                public int heard() {
                    return 0;
                }
            });
            remote.tell("the king is ill");
            assertThat(remote.heard()).isZero();
            assertThat(log.text()).contains("Gossip.tell has failed").contains("IllegalStateException: nobody listens");
        } finally {
            pool.shutdown();
        }
    }

    /** What is said behind backs. */
    public interface Gossip {
        @OneWay
        void tell(String rumour);

        int heard();
    }
}
