// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.ring.RingLayout;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentShape;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whether a sleep that nothing but the time has ended is taken for a wake-up that was lost. */
@Timeout(30)
class MissedWakeUpsTest {

    private static final long FAR_NS = TimeUnit.SECONDS.toNanos(20);
    private static final long STANDSTILL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final RingLayout layout = RingLayout.of(ChannelMode.STREAMING, 64 * 1024);
    private final SegmentShape shape = new SegmentShape(0, 1, layout.capacity(), layout.alignment());
    private final Segment left = Segment.create(shape);
    private final Segment right = Segment.create(shape);
    private final Segment leftAtRight = Segment.attach(left.descriptor(), shape);
    private final Segment rightAtLeft = Segment.attach(right.descriptor(), shape);
    private final RingChannel sender =
            new RingChannel(left, rightAtLeft, 0, layout, lane -> {}, FutexSleep.onRings(left, rightAtLeft, 0));

    @AfterEach
    void close() {
        left.close();
        right.close();
        leftAtRight.close();
        rightAtLeft.close();
    }

    @Test
    void shouldCountAFrameThatWasThereWhenTheTimeWasOver() {
        RingChannel receiver = receiver(timeoutNs -> send());
        assertThat(receiver.sleepForFrame(System.nanoTime() + FAR_NS, false)).isEqualTo(WaitResult.READY);
        assertThat(receiver.missedWakeUps()).isOne();
    }

    @Test
    void shouldNotCountAFrameThatCameWhileTheMachineStoodStill() {
        RingChannel receiver = receiver(timeoutNs -> {
            long endNs = System.nanoTime() + timeoutNs + STANDSTILL_NS;
            while (System.nanoTime() - endNs < 0) {
                LockSupport.parkNanos(endNs - System.nanoTime());
            }
            send();
        });
        assertThat(receiver.sleepForFrame(System.nanoTime() + FAR_NS, true)).isEqualTo(WaitResult.READY);
        assertThat(receiver.missedWakeUps()).isZero();
    }

    private void send() {
        assertThat(sender.claim()).isNotNegative();
        sender.commit(0, 0);
    }

    /** Sleeps as told, and wakes as if nothing but the time had ended that. */
    private RingChannel receiver(LongConsumer sleeping) {
        return new RingChannel(right, leftAtRight, 0, layout, lane -> {}, new Sleep() {
            @Override
            public boolean forFrame(int index, int seen, long timeoutNs) {
                sleeping.accept(timeoutNs);
                return true;
            }

            @Override
            public boolean forSpace(int seen, long timeoutNs) {
                throw new AssertionError("nobody waits for space");
            }

            @Override
            public void wakeReceiver(int index) {}

            @Override
            public void wakeSender() {}

            @Override
            public void wakeOwn(int index) {}
        });
    }
}
