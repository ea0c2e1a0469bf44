// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PollerTest {

    private static final long FOREVER = -1;

    private final int[] pair = new int[2];
    private final int[] tokens = new int[8];
    private final int[] readiness = new int[8];
    private final Poller poller = Poller.open();

    @BeforeEach
    void connectPair() {
        UnixSocket.pair(pair);
    }

    @AfterEach
    void close() {
        poller.close();
        for (int fd : pair) {
            Descriptors.close(fd);
        }
    }

    @Test
    void shouldReportWhatIsReadableByItsToken() {
        poller.add(pair[0], -7, true, false);
        assertThat(poller.await(tokens, readiness, 0)).isZero();
        UnixSocket.send(pair[1], ByteBuffer.allocateDirect(1), 0, 1, -1);
        assertThat(poller.await(tokens, readiness, FOREVER)).isEqualTo(1);
        assertThat(tokens[0]).isEqualTo(-7);
        assertThat(readiness[0]).isEqualTo(Poller.READABLE);
    }

    @Test
    void shouldReportTheNewInterestAndToken() {
        poller.add(pair[0], 1, true, false);
        poller.modify(pair[0], 2, false, true);
        assertThat(poller.await(tokens, readiness, FOREVER)).isEqualTo(1);
        assertThat(tokens[0]).isEqualTo(2);
        assertThat(readiness[0]).isEqualTo(Poller.WRITABLE);
    }

    @Test
    void shouldReportThatThePeerHasHungUp() {
        poller.add(pair[0], 1, false, false);
        UnixSocket.shutdown(pair[1]);
        assertThat(poller.await(tokens, readiness, FOREVER)).isEqualTo(1);
        assertThat(readiness[0] & Poller.HANGUP).isNotZero();
    }

    @Test
    void shouldReportNothingOfWhatWasRemoved() {
        poller.add(pair[0], 1, false, true);
        poller.remove(pair[0]);
        assertThat(poller.await(tokens, readiness, 0)).isZero();
    }

    @Test
    void shouldRememberAWakeUpUntilTheNextWait() {
        poller.wake();
        poller.wake();
        assertThat(poller.await(tokens, readiness, FOREVER)).isZero();
    }

    @Test
    void shouldEndAWaitByClosing() throws InterruptedException {
        CountDownLatch waiting = new CountDownLatch(1);
        Thread waiter = new Thread(() -> {
            waiting.countDown();
            poller.await(tokens, readiness, FOREVER);
        });
        waiter.start();
        waiting.await();
        Thread.sleep(20); // likely asleep by now; it must work out either way
        poller.close();
        waiter.join();
        assertThat(poller.await(tokens, readiness, FOREVER)).isZero();
    }

    @Test
    void shouldBeHarmlessAfterItsEnd() {
        poller.close();
        poller.close();
        poller.wake();
        assertThatThrownBy(() -> poller.add(pair[0], 1, true, false)).isInstanceOf(IllegalStateException.class);
    }
}
