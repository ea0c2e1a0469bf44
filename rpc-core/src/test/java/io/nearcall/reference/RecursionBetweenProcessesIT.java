// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.Outcome;
import io.nearcall.OverloadedException;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Two processes that call each other back and forth. Each call runs within a lock that only its own thread can enter
 * again.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class RecursionBetweenProcessesIT {

    /** How many calls there may be within a call. */
    private static final int LIMIT = 32;

    /** Counts down in turns with the voice of its caller, and adds up what both count. */
    @RemoteService
    public interface Duet {
        int countDown(Voice voice, int from);

        /** The voice begins, on a thread that waits for nothing. */
        CompletableFuture<Integer> answer(Voice voice, int from);
    }

    /** Of the client. */
    @RemoteObject
    public interface Voice {
        int countDown(int from);
    }

    /** Of the server. */
    public static final class LockedDuet implements Duet {
        @Override
        public synchronized int countDown(Voice voice, int from) {
            return from == 0 ? 0 : from + voice.countDown(from - 1);
        }

        @Override
        public CompletableFuture<Integer> answer(Voice voice, int from) {
            return CompletableFuture.completedFuture(voice.countDown(from));
        }
    }

    private static final class LockedVoice implements Voice {
        private final Duet duet;
        private final List<OverloadedException> refusals = new CopyOnWriteArrayList<>();
        private Thread singer;

        LockedVoice(Duet duet) {
            this.duet = duet;
        }

        @Override
        public synchronized int countDown(int from) {
            singer = singer == null ? Thread.currentThread() : singer;
            assertThat(Thread.currentThread()).isSameAs(singer);
            try {
                return from == 0 ? 0 : from + duet.countDown(this, from - 1);
            } catch (OverloadedException e) {
                refusals.add(e);
                return from;
            }
        }
    }

    private final Endpoint endpoint = Endpoint.open();

    @AfterEach
    void close() {
        endpoint.close();
    }

    private static int sum(int from, int to) {
        return (from + to) * (from - to + 1) / 2;
    }

    /** With as many calls within the first one. */
    private static void assertCountsDown(Duet duet, int from) {
        LockedVoice voice = new LockedVoice(duet);
        voice.singer = Thread.currentThread();
        synchronized (voice) {
            assertThat(duet.countDown(voice, from)).isEqualTo(sum(from, 0));
        }
        assertThat(voice.refusals).isEmpty();
    }

    @Test
    void shouldReenterTheLocksOfBothProcesses() {
        try (OtherJvm server = Server.start(Duet.class, LockedDuet.class)) {
            assertThat(server.pid()).isPositive();
            Duet duet = endpoint.lookup(Duet.class);
            for (int from = 0; from < 8; from++) {
                assertCountsDown(duet, from);
            }
        }
    }

    @Test
    void shouldNestAsDeepAsIsAllowedOverAServerWithOneThread() {
        try (OtherJvm server = Server.start(Duet.class, LockedDuet.class, "executor", "single")) {
            assertThat(server.pid()).isPositive();
            Duet duet = endpoint.lookup(Duet.class);
            assertCountsDown(duet, LIMIT);
            assertCountsDown(duet, LIMIT);
        }
    }

    @Test
    void shouldTellTheInnermostListenerThatItGoesNoDeeper() {
        try (OtherJvm server = Server.start(Duet.class, LockedDuet.class)) {
            assertThat(server.pid()).isPositive();
            Duet duet = endpoint.lookup(Duet.class);
            LockedVoice voice = new LockedVoice(duet);
            assertThat(duet.answer(voice, 100).join()).isEqualTo(sum(100, 100 - LIMIT));
            assertThat(voice.refusals).singleElement().satisfies(e -> {
                assertThat(e.limit()).isEqualTo(LIMIT);
                assertThat(e.outcome()).isEqualTo(Outcome.NOT_SENT);
                assertThat(e).hasMessageContaining("Duet.countDown");
            });
            assertCountsDown(duet, LIMIT);
        }
    }
}
