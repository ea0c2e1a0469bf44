// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** A clock that the test sets: peers send, and are read as a monitor reads them. */
class FairReadingTest {

    private static final long US = 1_000;
    private static final long MS = 1_000 * US;
    private static final long SECOND = 1_000 * MS;

    private final int[] peers = {1};
    private final FairReading reading = new FairReading(() -> peers[0]);
    private final long startNs = System.nanoTime();
    private long nowNs = startNs;
    private long spentNs;

    /** One who sends. */
    private final class Peer {
        private final FairReading.Share share = reading.new Share();
        private long heldUntilNs = startNs;
        private int holds;

        private void read(long turnNs) {
            if (nowNs < heldUntilNs) {
                return;
            }
            if (holds > 0 && heldUntilNs > startNs) {
                share.release();
                heldUntilNs = startNs;
            }
            long beganNs = nowNs;
            nowNs += turnNs;
            spentNs += turnNs;
            long restNs = share.spent(beganNs, nowNs);
            if (restNs > 0) {
                holds++;
                heldUntilNs = nowNs + restNs;
                share.hold();
            }
        }
    }

    @Test
    void shouldGiveAQuarterOfTheTimeToAllThatSendWithoutAPause() {
        peers[0] = 8;
        Queue<Peer> flood = flood(8);
        while (nowNs < startNs + SECOND) {
            flood.forEach(peer -> peer.read(60 * US));
            nowNs += 10 * US;
        }
        assertThat(spentNs).isBetween(SECOND / 8, SECOND / 3);
    }

    @Test
    void shouldNeverHoldWhoSendsLittleBesideAFlood() {
        peers[0] = 9;
        Queue<Peer> flood = flood(8);
        Peer quiet = new Peer();
        long reads = 0;
        while (nowNs < startNs + SECOND) {
            flood.forEach(peer -> peer.read(60 * US));
            nowNs += 10 * US;
            if (nowNs > startNs + reads * MS) { // so it takes a hundredth of the time at most
                quiet.read(10 * US);
                reads++;
            }
        }
        assertThat(flood).allMatch(peer -> peer.holds > 0);
        assertThat(quiet.holds).isZero();
    }

    @Test
    void shouldHoldNobodyWhileAllTogetherTakeLessThanAQuarter() {
        peers[0] = 100;
        Peer only = new Peer();
        while (nowNs < startNs + SECOND) {
            only.read(20 * US);
            nowNs += 80 * US;
        }
        assertThat(only.holds).isZero();
    }

    @Test
    void shouldReadTheFirstMillisecondAtOnce() {
        Peer newcomer = new Peer();
        for (int i = 0; i < 10; i++) {
            newcomer.read(100 * US);
        }
        assertThat(newcomer.holds).isZero();
    }

    @Test
    void shouldNotBlameAPeerForACollectionInItsTurn() {
        Peer unlucky = new Peer();
        unlucky.read(SECOND);
        assertThat(unlucky.holds).isZero();
    }

    private Queue<Peer> flood(int count) {
        Queue<Peer> flood = new ArrayDeque<>();
        for (int i = 0; i < count; i++) {
            flood.add(new Peer());
        }
        return flood;
    }
}
