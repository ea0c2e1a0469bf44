// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Conditions within one JVM, which has the object open twice. */
@Timeout(60)
class SharedConditionTest {

    private static final Layout LAYOUT = new Layout();
    private static final IntField WAITING = LAYOUT.addInt("waiting");
    private static final BooleanField OPEN = LAYOUT.addBoolean("open");
    private static final ConditionField OPENED = LAYOUT.addCondition("opened");

    @TempDir
    Path directory;

    private SharedObject here;
    private SharedObject there;

    @BeforeEach
    void openTwice() {
        here = SharedObject.open(directory.resolve("gate"), LAYOUT);
        there = SharedObject.open(directory.resolve("gate"), LAYOUT);
    }

    @AfterEach
    void closeBoth() {
        here.close();
        there.close();
    }

    /** Waits for the gate in a thread of its own; returns when it does. */
    private static CompletableFuture<Object> waiting(SharedObject object, Thread[] who) throws InterruptedException {
        int before = WAITING.getVolatile(object);
        CompletableFuture<Object> through = CompletableFuture.supplyAsync(
                () -> locked(object, () -> {
                    WAITING.set(object, WAITING.get(object) + 1);
                    while (!OPEN.get(object)) {
                        object.condition(OPENED).await();
                    }
                    return "through";
                }),
                body -> (who[0] = new Thread(body)).start());
        while (WAITING.getVolatile(object) == before) {
            Thread.sleep(1);
        }
        return through;
    }

    private static <T> T locked(SharedObject object, Callable<T> body) {
        object.monitor().lock();
        try {
            return body.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new CompletionException(e);
        } finally {
            object.monitor().unlock();
        }
    }

    @Test
    void shouldWakeOneOrAll() throws Exception {
        List<CompletableFuture<Object>> all = new ArrayList<>();
        for (SharedObject each : List.of(here, there, here, there)) {
            all.add(waiting(each, new Thread[1]));
        }
        locked(there, () -> {
            OPEN.set(there, true);
            there.condition(OPENED).signal();
            return null;
        });
        CompletableFuture.anyOf(all.toArray(CompletableFuture[]::new)).get(20, TimeUnit.SECONDS);
        locked(here, () -> {
            here.condition(OPENED).signalAll();
            return null;
        });
        for (CompletableFuture<Object> each : all) {
            assertThat(each.get(20, TimeUnit.SECONDS)).isEqualTo("through");
        }
    }

    @Test
    void shouldGiveBackTheMonitorAsOftenAsItWasTakenAndTakeItAgain() throws Exception {
        CompletableFuture<Object> through = CompletableFuture.supplyAsync(() -> locked(
                here,
                () -> locked(here, () -> {
                    WAITING.setVolatile(here, 1);
                    while (!OPEN.get(here)) {
                        here.condition(OPENED).await();
                    }
                    here.monitor().unlock();
                    boolean kept = !there.monitor().tryLock();
                    here.monitor().lock();
                    return kept;
                })));
        while (WAITING.getVolatile(there) == 0) {
            Thread.sleep(1);
        }
        locked(there, () -> {
            OPEN.set(there, true);
            there.condition(OPENED).signal();
            return null;
        });
        assertThat(through.get(20, TimeUnit.SECONDS)).isEqualTo(true);
        assertThat(there.monitor().tryLock()).isTrue();
        there.monitor().unlock();
    }

    @Test
    void shouldWaitAsLongAsItIsTold() {
        locked(here, () -> {
            Condition opened = here.condition(OPENED);
            long beganNs = System.nanoTime();
            assertThat(opened.await(35, TimeUnit.MILLISECONDS)).isFalse();
            assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(35_000_000);
            assertThat(opened.awaitNanos(1_000_000)).isLessThanOrEqualTo(0);
            assertThat(opened.awaitNanos(-7)).isLessThanOrEqualTo(0);
            assertThat(opened.awaitUntil(new Date(System.currentTimeMillis() - 1)))
                    .isFalse();
            return null;
        });
    }

    @Test
    void shouldGoOnWithTheMonitorWhenInterrupted() throws Exception {
        Thread[] who = new Thread[1];
        CompletableFuture<Object> through = waiting(here, who);
        who[0].interrupt();
        assertThatThrownBy(() -> through.get(20, TimeUnit.SECONDS)).hasRootCauseInstanceOf(InterruptedException.class);
        locked(there, () -> {
            Thread.currentThread().interrupt();
            there.condition(OPENED).signal(); // no thread waits
            assertThatThrownBy(() -> there.condition(OPENED).await()).isInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isFalse();
            return null;
        });
    }

    @Test
    void shouldGoOnWithTheMonitorWhenTheObjectIsClosed() throws Exception {
        CompletableFuture<Object> through = waiting(here, new Thread[1]);
        here.close();
        // Its unlock() succeeds, or there would be an IllegalMonitorStateException instead.
        assertThatThrownBy(() -> through.get(20, TimeUnit.SECONDS))
                .cause()
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessageEndingWith("gate is closed");
        assertThat(there.monitor().tryLock()).isTrue();
        there.monitor().unlock();
    }

    @Test
    void shouldGoOnWithTheMonitorWhenItCannotSleep() {
        int noAddress = 1;
        SignalWord word = new SignalWord(OPENED.memory(here), OPENED.index, noAddress);
        Condition broken = new SharedCondition(here, here.monitor(), word);
        here.monitor().lock();
        assertThatThrownBy(broken::await).isInstanceOf(IllegalArgumentException.class);
        assertThat(there.monitor().tryLock()).isFalse();
        here.monitor().unlock();
        assertThat(there.monitor().tryLock()).isTrue();
        there.monitor().unlock();
    }

    @Test
    void shouldRefuseWhoDoesNotHaveTheMonitor() {
        Condition opened = here.condition(OPENED);
        assertThatThrownBy(opened::await).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(opened::signal).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(opened::signalAll).isInstanceOf(IllegalMonitorStateException.class);
    }
}
