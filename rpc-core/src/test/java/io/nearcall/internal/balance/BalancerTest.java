// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BalancerTest {

    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);

    static final class Place implements Balancer.Place {

        private final String place;
        private final Attempts attempts = new Attempts(0);
        private final Pace pace = new Pace(0);
        boolean ready;
        private boolean left;
        int inFlight;

        Place(String place) {
            this.place = place;
        }

        @Override
        public String place() {
            return place;
        }

        @Override
        public boolean isReady() {
            return ready;
        }

        @Override
        public boolean isWelcome() {
            return ready && !left;
        }

        @Override
        public int inFlight() {
            return inFlight;
        }

        @Override
        public Attempts attempts() {
            return attempts;
        }

        @Override
        public Pace pace() {
            return pace;
        }
    }

    private final Random random = new Random(7);
    private final List<String> sought = new ArrayList<>();
    private int lists;
    private final Balancer<Place> balancer = new Balancer<>(
            new Balancer.Tasks<Place>() {
                @Override
                public void list() {
                    lists++;
                }

                @Override
                public void seek(Place place) {
                    sought.add(place.place());
                }
            },
            0);

    private Place choose(long nowMs) {
        return balancer.choose(nowMs * MS, random);
    }

    private Place place(int number) {
        return balancer.all().get(number);
    }

    /** Places that are known now. */
    private void know(long nowMs, String... names) {
        balancer.know(List.of(names), Place::new);
        balancer.listed(true, nowMs * MS);
    }

    /** The attempts that were begun have reached the server. */
    private void reach(Place place, long nowMs) {
        place.ready = true;
        place.left = false;
        place.attempts.end(true, nowMs * MS, random);
    }

    @Test
    void shouldListThePlacesAndLookForTheServiceThere() {
        assertThat(choose(0)).isNull();
        assertThat(lists).isEqualTo(1);
        know(1, "a", "b");
        assertThat(choose(1)).isNull();
        assertThat(sought).containsExactly("a", "b");
        reach(place(1), 2);
        assertThat(choose(2)).isSameAs(place(1));
        choose(100);
        assertThat(sought).as("while the first attempts run").hasSize(2);
    }

    @Test
    void shouldLookForWhatIsDueOnceInAWhile() {
        choose(0);
        know(1, "a");
        choose(1);
        place(0).attempts.giveUp();
        choose(50);
        assertThat(sought).hasSize(1);
        choose(51);
        assertThat(sought).hasSize(2);
    }

    @Test
    void shouldListThePlacesAgain() {
        choose(0);
        know(1, "a");
        choose(9_999);
        assertThat(lists).isEqualTo(1);
        choose(10_060);
        assertThat(lists).isEqualTo(2);
        balancer.listed(false, 10_060 * MS);
        choose(11_000);
        assertThat(lists).isEqualTo(2);
        choose(11_110);
        assertThat(lists).as("sooner, because they were not found").isEqualTo(3);
        assertThat(balancer.all()).hasSize(1);
    }

    @Test
    void shouldKeepThePlacesThatItKnows() {
        know(0, "a", "b");
        Place former = place(1);
        know(1, "b", "c");
        assertThat(place(0)).isSameAs(former);
        assertThat(place(1).place()).isEqualTo("c");
    }

    @Test
    void shouldCallServersThatAskToBeLeftOnlyIfThereIsNoOther() {
        know(0, "a", "b");
        choose(0);
        reach(place(0), 1);
        reach(place(1), 1);
        place(0).left = true;
        Set<Place> chosen = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            chosen.add(choose(2));
        }
        assertThat(chosen).containsExactly(place(1));
        place(1).ready = false;
        assertThat(choose(2)).isSameAs(place(0));
    }

    /** It would refuse a new session, and has enough to do. */
    @Test
    void shouldLookAgainForAServerThatAskedToBeLeftWhenItHasGone() {
        know(0, "a", "b");
        choose(0);
        reach(place(0), 1);
        reach(place(1), 1);
        sought.clear();
        place(0).left = true;
        choose(1_000);
        assertThat(sought).isEmpty();
        place(0).ready = false;
        choose(2_000);
        assertThat(sought).containsExactly("a");
    }

    @Test
    void shouldLookForAServerThatAskedToBeLeftIfThereIsNoOther() {
        know(0, "a");
        choose(0);
        reach(place(0), 1);
        sought.clear();
        place(0).left = true;
        choose(1_000);
        assertThat(sought).containsExactly("a");
    }

    @Test
    void shouldChooseTheServerWithFewerCallsInFlight() {
        know(0, "a", "b");
        choose(0);
        reach(place(0), 1);
        reach(place(1), 1);
        place(0).inFlight = 1;
        for (int i = 0; i < 20; i++) {
            assertThat(choose(2)).isSameAs(place(1));
        }
    }
}
