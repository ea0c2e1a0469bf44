// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nearcall.ipc.os.SecondJvm;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Objects between processes, some of which are killed. */
@Timeout(60)
class SharedProcessesIT {

    @TempDir
    Path directory;

    private Path path;

    @BeforeEach
    void name() {
        path = directory.resolve("object");
    }

    private SecondJvm start(String what, Object... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = what;
        all[1] = path.toString();
        for (int i = 0; i < arguments.length; i++) {
            all[i + 2] = arguments[i].toString();
        }
        return SecondJvm.start(SharedProgram.class, all);
    }

    private int killedInside() {
        try (SecondJvm owner = start("die-inside")) {
            assertThat(owner.readLine()).isEqualTo("inside");
            return owner.pid();
        }
    }

    @Test
    void shouldExcludeProcessesFromEachOther() throws Exception {
        int times = 20_000;
        try (Turnstile turnstile = new Turnstile(path);
                SecondJvm first = start("pass", times);
                SecondJvm second = start("pass", times);
                SecondJvm third = start("pass", times)) {
            for (SecondJvm each : new SecondJvm[] {first, second, third}) {
                assertThat(each.readAll()).isEqualTo("done\n");
                assertThat(each.awaitExit()).isZero();
            }
            assertThat(turnstile.passed()).isEqualTo(3 * times);
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldTellTheNextOnesOfTheOwnersDeathUntilOneHasRepairedWhatHeLeft() {
        try (Turnstile turnstile = new Turnstile(path)) {
            int died = killedInside();
            for (int i = 0; i < 2; i++) {
                OwnerDiedException told = catchThrowableOfType(OwnerDiedException.class, turnstile.monitor::lock);
                assertThat(told.processId()).isEqualTo(died);
                assertThat(told).hasMessageContaining("process " + died).hasMessageContaining("repair()");
            }
            assertThatThrownBy(turnstile.monitor::tryLock).isInstanceOf(OwnerDiedException.class);
            assertThatThrownBy(() -> turnstile.monitor.repair(() -> {
                        throw new UnsupportedOperationException("in vain");
                    }))
                    .hasMessage("in vain");
            assertThatThrownBy(turnstile::passed).isInstanceOf(OwnerDiedException.class);
            assertThat(turnstile.monitor.repair(turnstile::repair)).isTrue();
            assertThat(turnstile.passed()).isEqualTo(1);
            assertThat(turnstile.monitor.repair(turnstile::repair)).isFalse();
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldWaitNoLongerThanItMayForSomebodyElseWhoRepairs() throws Exception {
        try (Turnstile turnstile = new Turnstile(path);
                Turnstile other = new Turnstile(path)) {
            killedInside();
            AtomicBoolean repaired = new AtomicBoolean(true);
            turnstile.monitor.repair(() -> {
                turnstile.repair();
                CompletableFuture.runAsync(() -> repaired.set(other.triedToRepair(50)))
                        .join();
            });
            assertThat(repaired).isFalse();
            assertThat(other.triedToRepair(50)).as("nothing is left to repair").isFalse();
            assertThat(other.passed()).isEqualTo(1);
            killedInside();
            assertThat(other.triedToRepair(20_000)).isTrue();
            assertThat(turnstile.passed()).isEqualTo(2);
        }
    }

    @Test
    void shouldTellOfTheDeathOfAnOwnerWhoseSlotSomebodyElseHasTaken() {
        try (Turnstile turnstile = new Turnstile(path)) {
            killedInside();
            try (Turnstile late = new Turnstile(path)) {
                OwnerDiedException told =
                        catchThrowableOfType(OwnerDiedException.class, () -> turnstile.monitor.tryLock());
                assertThat(told.processId()).isEqualTo(-1);
                assertThat(told).hasMessageStartingWith("a process died");
                assertThat(late.monitor.repair(late::repair)).isTrue();
            }
        }
    }

    @Test
    void shouldTellWhoWaitsWhenTheOwnerDies() throws Exception {
        try (Turnstile turnstile = new Turnstile(path);
                SecondJvm owner = start("die-inside")) {
            assertThat(owner.readLine()).isEqualTo("inside");
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(turnstile::pass);
            Thread.sleep(150); // longer than the 100 ms after which it looks whether the owner lives
            assertThat(waiting).isNotDone();
            owner.kill();
            assertThatThrownBy(() -> waiting.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(OwnerDiedException.class);
            assertThat(turnstile.monitor.repair(turnstile::repair)).isTrue();
            turnstile.pass();
        }
    }

    @Test
    void shouldTellOfTheDeathAgainIfWhoRepairsDiesToo() throws Exception {
        try (Turnstile turnstile = new Turnstile(path)) {
            killedInside();
            try (SecondJvm second = start("die-in-repair")) {
                assertThat(second.awaitExit()).isZero();
                assertThat(catchThrowableOfType(OwnerDiedException.class, turnstile.monitor::lock)
                                .processId())
                        .isEqualTo(second.pid());
            }
            assertThat(turnstile.monitor.repair(turnstile::repair)).isTrue();
            assertThat(turnstile.passed()).isEqualTo(1);
        }
    }

    @Test
    void shouldTellWhoAwaitsAConditionOfTheDeathAndLetHimHaveTheMonitor() throws Exception {
        try (BoundedBuffer buffer = new BoundedBuffer(path);
                SecondJvm owner = start("die-in-buffer")) {
            CompletableFuture<Long> taking = taking(buffer);
            assertThat(owner.readLine()).isEqualTo("inside");
            Thread.sleep(100); // by now it mostly awaits
            owner.kill(); // no other thread requests the monitor or signals
            // If take() did not have the monitor again, its unlock() would throw something else.
            assertThatThrownBy(() -> taking.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(OwnerDiedException.class);
            buffer.monitor.repair(() -> {});
            buffer.put(1);
            assertThat(buffer.take()).isEqualTo(1);
        }
    }

    private static CompletableFuture<Long> taking(BoundedBuffer buffer) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return buffer.take();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void shouldBeginAnewWhenAllHaveBeenKilled() {
        killedInside();
        assertThat(path).exists();
        try (Turnstile turnstile = new Turnstile(path)) {
            assertThat(turnstile.passed()).isZero();
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldNotLoseASignalWithTheProcessThatItWoke() throws Exception {
        try (BoundedBuffer buffer = new BoundedBuffer(path);
                SecondJvm killed = start("await")) {
            assertThat(killed.readLine()).isEqualTo("awaiting");
            Thread.sleep(200); // it mostly awaits by now, and before the other
            CompletableFuture<Long> other = taking(buffer);
            Thread.sleep(100); // by now the other mostly awaits, too
            buffer.monitor.lock();
            try {
                buffer.put(
                        7); // one signal; whom it wakes, that one cannot take it before we have given back the monitor
                Thread.sleep(20); // by now the woken thread mostly waits for the monitor
                killed.kill();
            } finally {
                buffer.monitor.unlock();
            }
            assertThat(other.get(20, TimeUnit.SECONDS)).isEqualTo(7);
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldCarryAllItemsOnceFromProcessToProcess() throws Exception {
        int count = 3_000;
        try (BoundedBuffer buffer = new BoundedBuffer(path);
                SecondJvm producer = start("produce", count);
                SecondJvm consumer = start("consume")) {
            for (int i = count + 1; i <= 2 * count; i++) {
                buffer.put(i);
            }
            assertThat(producer.awaitExit()).isZero();
            buffer.put(0);
            assertThat(consumer.readLine()).isEqualTo(Long.toString(count * (2L * count + 1)));
            assertThat(consumer.awaitExit()).isZero();
        }
        assertThat(directory).isEmptyDirectory();
    }
}
