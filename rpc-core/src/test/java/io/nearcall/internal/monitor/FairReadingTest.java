// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** A clock that the test sets: peers send, and are read as a monitor reads them. */
class FairReadingTest {

    private static final long US = 1_000;
    private static final long MS = 1_000 * US;
    private static final long SECOND = 1_000 * MS;

    private final FairReading reading = new FairReading();
    private final long startNs = System.nanoTime();
    private long nowNs = startNs;
    private long spentNs;

    /** A peer that sends. */
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
            nowNs += turnNs;
            spentNs += turnNs;
            long restNs = share.spent(turnNs, nowNs);
            if (restNs > 0) {
                holds++;
                heldUntilNs = nowNs + restNs;
                share.hold();
            }
        }
    }

    @Test
    void shouldGiveAQuarterOfTheTimeToAllThatSendWithoutAPause() {
        Queue<Peer> flood = flood(8);
        while (nowNs < startNs + SECOND) {
            flood.forEach(peer -> peer.read(60 * US));
            nowNs += 10 * US;
        }
        assertThat(spentNs).isBetween(SECOND / 8, SECOND / 3);
    }

    @Test
    void shouldNeverHoldWhoSendsLittleBesideAFlood() {
        shouldNotHoldAPeerThatSends(10 * US, MS, 8); // a hundredth of the time
    }

    @Test
    void shouldNeverHoldWhoSendsLittleBesideAFloodOfHundreds() {
        shouldNotHoldAPeerThatSends(10 * US, 50 * MS, 1_000); // a five-thousandth of the time
    }

    private void shouldNotHoldAPeerThatSends(long turnNs, long everyNs, int others) {
        Queue<Peer> flood = flood(others);
        Peer quiet = new Peer();
        long reads = 0;
        long nextNs = startNs;
        while (nowNs < startNs + 2 * SECOND) {
            flood.forEach(peer -> peer.read(60 * US));
            nowNs += others * US;
            if (nowNs >= nextNs) {
                quiet.read(turnNs);
                reads++;
                nextNs = nowNs + everyNs;
            }
        }
        assertThat(flood).allMatch(peer -> peer.holds > 0);
        assertThat(reads).isGreaterThan(10);
        assertThat(quiet.holds).isZero();
    }

    @Test
    void shouldGiveAQuarterOfTheTimeToAThousandThatSendWithoutAPause() {
        Queue<Peer> flood = flood(1_000);
        while (nowNs < startNs + 10 * SECOND) {
            flood.forEach(peer -> peer.read(60 * US));
            nowNs += MS;
        }
        assertThat(spentNs).isBetween(10 * SECOND / 8, 10 * SECOND / 3);
    }

    @Test
    void shouldNotCountPeersThatHaveGone() {
        for (int i = 0; i < 1_000; i++) {
            reading.new Share().close();
        }
        shouldNotHoldAPeerThatSends(10 * US, MS, 8);
    }

    @Test
    void shouldHoldNobodyWhileAllTogetherTakeLessThanAQuarter() {
        flood(99);
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
    void shouldHoldPeersWhoseTurnsAreLong() {
        Queue<Peer> flood = flood(2);
        while (nowNs < startNs + 10 * SECOND) {
            flood.forEach(peer -> peer.read(20 * MS));
            nowNs += 10 * US;
        }
        assertThat(spentNs).isBetween(10 * SECOND / 8, 10 * SECOND / 3);
    }

    private Queue<Peer> flood(int count) {
        Queue<Peer> flood = new ArrayDeque<>();
        for (int i = 0; i < count; i++) {
            flood.add(new Peer());
        }
        return flood;
    }
}
