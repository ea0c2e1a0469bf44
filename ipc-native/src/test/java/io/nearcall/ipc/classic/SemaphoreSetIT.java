// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nearcall.ipc.classic.SemaphoreSet.Operation;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.SecondJvm;
import io.nearcall.ipc.os.SysVMessages;
import io.nearcall.ipc.os.SysVSemaphores;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SemaphoreSetIT {

    private final SemaphoreSet set = SemaphoreSet.create(IpcKey.PRIVATE, 1, 0, 5);

    @AfterEach
    void remove() {
        set.close();
    }

    private static int failure(Runnable call) {
        return catchThrowableOfType(OsException.class, call::run).errno();
    }

    @Test
    void shouldChangeSeveralInOneStepOrNone() throws InterruptedException {
        assertThat(set.count()).isEqualTo(3);
        Operation[] both = {Operation.acquire(0), Operation.acquire(1)};
        assertThat(set.tryOperate(both)).isFalse();
        assertThat(set.operate(Duration.ofMillis(25), both)).isFalse();
        assertThat(set.get(0)).isEqualTo(1);
        set.release(1);
        assertThat(set.tryOperate(both)).isTrue();
        assertThat(set.get(0)).isZero();
        assertThat(set.get(1)).isZero();
        assertThat(set.tryOperate(new Operation(2, -6, false))).isFalse();
        assertThat(set.tryOperate(new Operation(2, -5, false), Operation.awaitZero(0)))
                .isTrue();
        assertThat(set.get(2)).isZero();
        assertThat(set.lastPid(2)).isEqualTo((int) ProcessHandle.current().pid());
    }

    @Test
    void shouldWaitAndBeCountedMeanwhile() throws Exception {
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
            try {
                set.operate(Operation.acquire(1), new Operation(2, -5, false));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        while (set.waiters(1) == 0) {
            Thread.sleep(1);
        }
        assertThat(set.waitersForZero(1)).isZero();
        set.release(1);
        waiting.get(10, TimeUnit.SECONDS);
        assertThat(set.get(2)).isZero();
    }

    @Test
    void shouldKeepTimeLimits() throws InterruptedException {
        long beganNs = System.nanoTime();
        assertThat(set.acquire(1, Duration.ofMillis(35))).isFalse();
        assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(35_000_000);
        assertThat(set.tryAcquire(1)).isFalse();
        assertThat(set.tryAcquire(0)).isTrue();
        set.release(0);
        set.acquire(0);
        assertThat(set.get(0)).isZero();
    }

    @Test
    void shouldBeUsableAfterAnInterrupt() throws Exception {
        Thread waiting = Thread.currentThread();
        CompletableFuture.runAsync(waiting::interrupt, CompletableFuture.delayedExecutor(30, TimeUnit.MILLISECONDS));
        assertThatThrownBy(() -> set.acquire(1)).isInstanceOf(InterruptedException.class);
        assertThat(set.waiters(1)).isZero();
        set.release(1);
        set.acquire(1);
    }

    @Test
    void shouldGiveBackWhatAKilledProcessHadTaken() throws Exception {
        try (SecondJvm holder = SecondJvm.start(Holder.class, Integer.toString(set.id()))) {
            assertThat(holder.readLine()).isEqualTo("taken");
            assertThat(set.get(0)).isZero();
            assertThat(set.get(2)).isEqualTo(4);
            holder.kill();
        }
        assertThat(set.get(0)).isEqualTo(1); // it was taken back, as a lock has to be
        assertThat(set.get(2)).isEqualTo(4); // and the semaphore for signals is not
    }

    /** Takes a lock, and something else, and stays. */
    static final class Holder {
        public static void main(String[] arguments) throws InterruptedException {
            SemaphoreSet set = SemaphoreSet.ofId(Integer.parseInt(arguments[0]));
            set.operate(Operation.acquire(0).undone());
            set.acquire(2);
            System.out.println("taken");
            Thread.sleep(60_000); // until it is killed
        }
    }

    @Test
    void shouldSayWhatCannotBe() {
        assertThatThrownBy(() -> set.tryOperate(Operation.acquire(3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 semaphores");
        assertThatThrownBy(() -> SemaphoreSet.create(IpcKey.PRIVATE)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SemaphoreSet.create(IpcKey.PRIVATE, 40_000))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> set.tryOperate(new Operation(0, 1 << 20, false)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(failure(() -> set.set(0, 1 << 20))).isEqualTo(Errno.ERANGE);
        set.set(0, SysVSemaphores.MAX_VALUE);
        assertThat(failure(() -> set.release(0))).isEqualTo(Errno.ERANGE);
    }

    @Test
    void shouldRefuseASemaphoreThatItDoesNotHave() {
        for (int none : new int[] {-1, 3}) {
            List<ThrowingCallable> all = List.of(
                    () -> set.get(none),
                    () -> set.set(none, 0),
                    () -> set.waiters(none),
                    () -> set.waitersForZero(none),
                    () -> set.lastPid(none),
                    () -> set.acquire(none),
                    () -> set.release(none));
            assertThat(all).allSatisfy(each -> assertThatThrownBy(each).isInstanceOf(IndexOutOfBoundsException.class));
        }
    }

    @Test
    void shouldTellThoseWhoWaitThatTheSetHasBeenRemoved() throws Exception {
        CompletableFuture<Integer> waiting = CompletableFuture.supplyAsync(() -> failure(() -> {
            try {
                set.acquire(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
        while (set.waiters(1) == 0) {
            Thread.sleep(1);
        }
        assertThat(SemaphoreSet.ofId(set.id()).remove()).isTrue();
        assertThat(waiting.get(10, TimeUnit.SECONDS)).isEqualTo(Errno.EIDRM);
        assertThat(failure(() -> set.get(0))).isEqualTo(Errno.EIDRM);
        assertThat(failure(() -> SemaphoreSet.ofId(set.id()))).isEqualTo(Errno.EIDRM);
        assertThat(set.remove()).isFalse();
    }

    @Test
    void shouldBeFoundByItsKeyWhenItsValuesAreSet() {
        IpcKey key = new IpcKey(0x6E660000 | (int) ProcessHandle.current().pid());
        try (SemaphoreSet made = SemaphoreSet.create(key, 0, 0)) {
            assertThat(failure(() -> SemaphoreSet.create(key, 1))).isEqualTo(Errno.EEXIST);
            try (SemaphoreSet found = SemaphoreSet.open(key)) {
                assertThat(found.id()).isEqualTo(made.id());
                assertThat(found.count()).isEqualTo(2);
            }
            assertThat(made.get(1)).isZero();
        }
        assertThat(failure(() -> SemaphoreSet.open(key))).isEqualTo(Errno.ENOENT);
    }

    @Test
    void shouldNotTakeASetThatNobodyHasInitialisedAndSleepMeanwhile() {
        IpcKey key = new IpcKey(0x6E670000 | (int) ProcessHandle.current().pid());
        int raw = SysVSemaphores.open(key.value(), 1, SysVMessages.CREATE | 0600);
        try {
            long looksBefore = waits();
            Thread.currentThread().interrupt();
            Throwable thrown = catchThrowable(() -> SemaphoreSet.open(key));
            assertThat(Thread.interrupted()).isTrue();
            assertThat(thrown).isInstanceOf(IllegalStateException.class).hasMessageContaining("ipcrm -s " + raw);
            assertThat(waits() - looksBefore).as("short waits in a second").isLessThan(5_000);
        } finally {
            SysVSemaphores.remove(raw);
        }
    }

    private static long waits() {
        long thread = Thread.currentThread().getId();
        return ManagementFactory.getThreadMXBean().getThreadInfo(thread).getWaitedCount();
    }
}
