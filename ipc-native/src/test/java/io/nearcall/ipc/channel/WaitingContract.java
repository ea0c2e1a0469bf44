// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How every mechanism waits, and which events end a wait. */
abstract class WaitingContract extends ChannelSuite {

    private static final long FAR_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long BRIEFLY_NS = TimeUnit.MILLISECONDS.toNanos(60);

    @Test
    void shouldFindAFrameBySpinning() throws Exception {
        Lanes lanes = open(ChannelMode.TURN_TAKING);
        Frames.send(lanes.left(), 42);
        assertThat(lanes.right().spinForFrame()).isTrue();
    }

    @Test
    void shouldSpinInVainForABoundedTimeOnly() {
        Lanes lanes = open(ChannelMode.TURN_TAKING);
        for (int i = 0; i < 1000; i++) {
            assertThat(lanes.right().spinForFrame()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(ChannelMode.class)
    void shouldBeWokenByAFrame(ChannelMode mode) throws Exception {
        Lanes lanes = open(mode);
        Future<Long> receiver = start(() -> {
            assertThat(lanes.right().sleepForFrame(System.nanoTime() + FAR_NS, false))
                    .isEqualTo(WaitResult.READY);
            return Frames.receive(lanes.right());
        });
        Thread.sleep(30); // by then the receiver mostly sleeps; it must get the frame either way
        Frames.send(lanes.left(), 42);
        assertThat(receiver.get()).isEqualTo(42);
        assertThat(lanes.right().missedWakeUps()).isZero();
    }

    @ParameterizedTest
    @EnumSource(ChannelMode.class)
    void shouldBeWokenForWhatWasCommittedQuietly(ChannelMode mode) throws Exception {
        Lanes lanes = open(mode);
        long late = 0;
        for (int round = 0; round < 20; round++) {
            Future<Long> receiver = start(() -> {
                long sum = 0;
                for (int i = 0; i < (mode == ChannelMode.STREAMING ? 10 : 1); i++) {
                    assertThat(lanes.right().sleepForFrame(System.nanoTime() + FAR_NS, false))
                            .isEqualTo(WaitResult.READY);
                    sum += Frames.receive(lanes.right());
                }
                return sum;
            });
            int before = round % 11;
            long startNs = System.nanoTime();
            for (int i = 0; i < (mode == ChannelMode.STREAMING ? 10 : 1); i++) {
                if (i == before) {
                    Thread.sleep(5); // it has read those before, and sleeps
                }
                Frames.sendQuietly(lanes.left(), 1);
            }
            lanes.left().announce();
            if (System.nanoTime() - startNs > BRIEFLY_NS) {
                late++; // the receiver may have found a frame by itself before it was announced
            }
            assertThat(receiver.get()).isEqualTo(mode == ChannelMode.STREAMING ? 10 : 1);
            if (mode == ChannelMode.TURN_TAKING) {
                Frames.send(lanes.right(), 1);
                assertThat(Frames.receive(lanes.left())).isEqualTo(1);
            }
        }
        assertThat(lanes.right().missedWakeUps()).isLessThanOrEqualTo(late);
    }

    @Test
    void shouldWakeForWhatWasCommittedQuietlyBeforeItWaitsForSpace() throws Exception {
        Lanes lanes = open(ChannelMode.STREAMING);
        Future<Integer> receiver = start(() -> {
            int frames = 0;
            while (frames < 5_000
                    && lanes.right().sleepForFrame(System.nanoTime() + FAR_NS, false) == WaitResult.READY) {
                Frames.receive(lanes.right());
                frames++;
            }
            return frames;
        });
        Thread.sleep(30); // by then the receiver mostly sleeps; it must get all frames either way
        for (int i = 0; i < 5_000; i++) {
            while (lanes.left().claim() == Channel.BACK_PRESSURED) {
                assertThat(lanes.left().awaitSpace(System.nanoTime() + FAR_NS, false))
                        .isEqualTo(WaitResult.READY);
            }
            Frames.sendQuietly(lanes.left(), i);
        }
        lanes.left().announce();
        assertThat(receiver.get()).isEqualTo(5_000);
        assertThat(lanes.right().missedWakeUps()).isZero();
    }

    @ParameterizedTest
    @EnumSource(ChannelMode.class)
    void shouldBeWokenBySpace(ChannelMode mode) throws Exception {
        Lanes lanes = open(mode);
        Frames.fillForGood(lanes.left());
        Future<WaitResult> sender = start(() -> lanes.left().awaitSpace(System.nanoTime() + FAR_NS, false));
        Thread.sleep(30); // by then the sender mostly waits; it must see the space either way
        assertThat(lanes.right().poll()).isTrue();
        lanes.right().release();
        assertThat(sender.get()).isEqualTo(WaitResult.READY);
        assertThat(lanes.left().claim()).isNotNegative();
        assertThat(lanes.left().missedWakeUps()).isZero();
    }

    @Test
    void shouldReturnAFrameThatIsThereWhateverTheDeadline() {
        Lanes lanes = open(ChannelMode.TURN_TAKING);
        Frames.send(lanes.left(), 42);
        assertThat(lanes.right().sleepForFrame(System.nanoTime() - 1, false)).isEqualTo(WaitResult.READY);
    }

    @Test
    void shouldGiveUpAtTheDeadlineAndNotBefore() {
        Lanes lanes = open(ChannelMode.STREAMING);
        Frames.fillForGood(lanes.left());
        long deadlineNs = System.nanoTime() + BRIEFLY_NS;
        assertThat(lanes.left().sleepForFrame(deadlineNs, false)).isEqualTo(WaitResult.TIMED_OUT);
        assertThat(System.nanoTime() - deadlineNs).isNotNegative();
        deadlineNs = System.nanoTime() + BRIEFLY_NS;
        assertThat(lanes.left().awaitSpace(deadlineNs, true)).isEqualTo(WaitResult.TIMED_OUT);
        assertThat(System.nanoTime() - deadlineNs).isNotNegative();
    }

    @Test
    void shouldEndAtAnInterruptAndLeaveTheStatusSet() throws Exception {
        Lanes lanes = open(ChannelMode.STREAMING);
        Frames.fillForGood(lanes.left());
        assertThat(interruptedWait(() -> lanes.left().sleepForFrame(System.nanoTime() + FAR_NS, true)))
                .isEqualTo(WaitResult.INTERRUPTED);
        assertThat(interruptedWait(() -> lanes.left().awaitSpace(System.nanoTime() + FAR_NS, true)))
                .isEqualTo(WaitResult.INTERRUPTED);
    }

    @Test
    void shouldSleepOnThroughAnInterruptWhenToldToAndLeaveTheStatusSet() throws Exception {
        Lanes lanes = open(ChannelMode.TURN_TAKING);
        assertThat(interruptedWait(() -> {
                    WaitResult result;
                    do { // again, if it is interrupted later on a busy machine
                        result = lanes.left().sleepForFrame(System.nanoTime() + 4 * BRIEFLY_NS, false);
                    } while (!Thread.currentThread().isInterrupted());
                    return result;
                }))
                .isEqualTo(WaitResult.TIMED_OUT);
    }

    @Test
    void shouldEndAllWaitsWhenDisconnected() throws Exception {
        Lanes lanes = open(ChannelMode.STREAMING);
        Frames.fillForGood(lanes.left());
        Future<WaitResult> frame = start(() -> lanes.left().sleepForFrame(System.nanoTime() + FAR_NS, false));
        Future<WaitResult> space = start(() -> lanes.left().awaitSpace(System.nanoTime() + FAR_NS, true));
        Thread.sleep(30); // by then both mostly wait; both waits must end either way
        lanes.left().disconnect();
        assertThat(frame.get(20, TimeUnit.SECONDS)).isEqualTo(WaitResult.CLOSED);
        assertThat(space.get(20, TimeUnit.SECONDS)).isEqualTo(WaitResult.CLOSED);
        assertThat(lanes.left().sleepForFrame(System.nanoTime() + FAR_NS, false))
                .isEqualTo(WaitResult.CLOSED);
        lanes.left().disconnect();
    }

    @Test
    void shouldStillReceiveWhatArrivedBeforeTheDisconnect() {
        Lanes lanes = open(ChannelMode.TURN_TAKING);
        Frames.send(lanes.left(), 42);
        lanes.right().disconnect();
        assertThat(lanes.right().sleepForFrame(System.nanoTime() + FAR_NS, false))
                .isEqualTo(WaitResult.READY);
        assertThat(Frames.receive(lanes.right())).isEqualTo(42);
    }

    @Test
    void shouldEndAWaitThatBeginsWhileTheLaneIsDisconnected() throws Exception {
        for (int i = 0; i < 300; i++) {
            Lanes lanes = open(ChannelMode.TURN_TAKING);
            Future<WaitResult> waiter = start(() -> lanes.left().sleepForFrame(System.nanoTime() + FAR_NS, false));
            LockSupport.parkNanos(i * 200L);
            lanes.left().disconnect();
            assertThat(waiter.get(20, TimeUnit.SECONDS)).isEqualTo(WaitResult.CLOSED);
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldLetAVirtualThreadWaitThroughAnInterruptAndKeepTheStatus() throws Exception {
        Lanes lanes = open(ChannelMode.TURN_TAKING);
        ExecutorService virtual = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        Future<Boolean> answer = virtual.submit(() -> {
            Thread.currentThread().interrupt();
            assertThat(lanes.left().sleepForFrame(System.nanoTime() + FAR_NS, false))
                    .isEqualTo(WaitResult.READY);
            assertThat(Frames.receive(lanes.left())).isEqualTo(42);
            return Thread.currentThread().isInterrupted();
        });
        Thread.sleep(50); // by then the virtual thread mostly waits; it must get the frame either way
        Frames.send(lanes.right(), 42);
        assertThat(answer.get(20, TimeUnit.SECONDS)).isTrue();
        virtual.shutdown();
    }

    @Test
    void shouldUseNoProcessorWhileAsleep() throws Exception {
        Lanes lanes = open(ChannelMode.STREAMING);
        Frames.fillForGood(lanes.left());
        long[] cpuNs = new long[2];
        Thread frame = new Thread(() -> {
            lanes.left().sleepForFrame(System.nanoTime() + TimeUnit.SECONDS.toNanos(2), false);
            cpuNs[0] = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        });
        Thread space = new Thread(() -> {
            lanes.left().awaitSpace(System.nanoTime() + TimeUnit.SECONDS.toNanos(2), true);
            cpuNs[1] = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        });
        frame.start();
        space.start();
        frame.join();
        space.join();
        assertThat(TimeUnit.NANOSECONDS.toMillis(cpuNs[0]))
                .as("CPU ms in 2 s asleep for a frame")
                .isLessThan(40);
        assertThat(TimeUnit.NANOSECONDS.toMillis(cpuNs[1]))
                .as("CPU ms in 2 s asleep for space")
                .isLessThan(80);
    }

    @ParameterizedTest
    @EnumSource(ChannelMode.class)
    void shouldMissNoWakeUpWhateverTheTiming(ChannelMode mode) throws Exception {
        Lanes lanes = open(mode);
        int calls = spec().handOvers(40_000);
        Future<?> server = start(() -> {
            SplittableRandom random = new SplittableRandom(1);
            for (int i = 0; i < calls; i++) {
                dawdle(random);
                sleepFor(lanes.right());
                long call = Frames.receive(lanes.right());
                dawdle(random);
                Frames.send(lanes.right(), call);
            }
            return null;
        });
        SplittableRandom random = new SplittableRandom(2);
        for (long call = 0; call < calls; call++) {
            Frames.send(lanes.left(), call);
            dawdle(random);
            sleepFor(lanes.left());
            assertThat(Frames.receive(lanes.left())).isEqualTo(call);
        }
        server.get();
        assertThat(lanes.left().missedWakeUps()).isZero();
        assertThat(lanes.right().missedWakeUps()).isZero();
    }

    @Test
    void shouldMissNoSpaceWhateverTheTiming() throws Exception {
        Lanes lanes = open(ChannelMode.STREAMING);
        int frames = spec().handOvers(100_000);
        Future<?> sender = start(() -> {
            SplittableRandom random = new SplittableRandom(3);
            for (int i = 0; i < frames; i++) {
                dawdle(random);
                assertThat(lanes.left().awaitSpace(Frames.soonNs(), false)).isEqualTo(WaitResult.READY);
                lanes.left().sendMemory().putLong(lanes.left().claim(), i);
                lanes.left().commit(lanes.left().maxPayloadLength(), 0);
            }
            return null;
        });
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < frames; i++) {
            dawdle(random);
            Frames.awaitFrame(lanes.right());
            assertThat(lanes.right().receiveMemory().getLong(lanes.right().frameIndex()))
                    .isEqualTo(i);
            lanes.right().release();
        }
        sender.get();
        assertThat(lanes.left().missedWakeUps()).isZero();
        assertThat(lanes.right().missedWakeUps()).isZero();
    }

    private static void sleepFor(Channel channel) {
        assertThat(channel.sleepForFrame(Frames.soonNs(), false)).isEqualTo(WaitResult.READY);
    }

    /** Mostly nothing, sometimes a yield or a few polls, rarely a sleep: the two sides meet at every possible moment. */
    static void dawdle(SplittableRandom random) {
        int choice = random.nextInt(1024);
        if (choice < 2) {
            LockSupport.parkNanos(random.nextInt(100_000));
        } else if (choice < 128) {
            Thread.yield();
        } else if (choice < 512) {
            for (int i = random.nextInt(200); i > 0; i--) {
                Thread.onSpinWait();
            }
        }
    }

    private static WaitResult interruptedWait(Supplier<WaitResult> wait) throws InterruptedException {
        WaitResult[] result = new WaitResult[1];
        boolean[] interrupted = new boolean[1];
        Thread waiter = new Thread(() -> {
            result[0] = wait.get();
            interrupted[0] = Thread.currentThread().isInterrupted();
        });
        startAndSleep(waiter);
        waiter.interrupt();
        waiter.join(TimeUnit.SECONDS.toMillis(20));
        assertThat(interrupted[0]).isTrue();
        return result[0];
    }
}
