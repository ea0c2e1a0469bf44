// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ExportsTest {

    private final Exports exports = new Exports(object -> false);

    /** Equal to all other objects, which must not matter here. */
    private record Session() {}

    private static List<Thread> keepers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("nearcall-rmi-exports"))
                .toList();
    }

    private static void awaitNoKeeper() {
        while (!keepers().isEmpty()) {
            System.gc();
            LockSupport.parkNanos(10_000_000);
        }
    }

    @Test
    void shouldKeepTheJvmUpByOneThreadUntilTheLastExportEnds() {
        awaitNoKeeper();
        List<Session> sessions = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            sessions.add(new Session());
            assertThat(exports.add(sessions.get(i))).isTrue();
        }
        assertThat(exports.add(sessions.get(0))).isFalse();
        assertThat(keepers()).hasSize(1).noneMatch(Thread::isDaemon);
        sessions.forEach(session -> assertThat(exports.remove(session)).isTrue());
        assertThat(exports.remove(sessions.get(0))).isFalse();
        awaitNoKeeper();
        exports.add(sessions.get(0));
        assertThat(exports.contains(sessions.get(0))).isTrue();
        assertThat(exports.contains(sessions.get(1))).isFalse();
        assertThat(keepers()).hasSize(1);
        exports.clear();
        awaitNoKeeper();
    }

    @Test
    void shouldForgetWhatHasBeenCollected() {
        awaitNoKeeper();
        for (int i = 0; i < 10_000; i++) {
            exports.add(new Session());
        }
        assertThat(keepers()).hasSizeLessThanOrEqualTo(1);
        awaitNoKeeper();
        Session session = new Session();
        assertThat(exports.contains(session)).isFalse();
        assertThat(exports.add(session)).isTrue();
        for (int i = 0; i < 5; i++) {
            System.gc();
            LockSupport.parkNanos(10_000_000);
        }
        assertThat(keepers()).hasSize(1);
        assertThat(exports.remove(session)).isTrue();
        awaitNoKeeper();
    }
}
