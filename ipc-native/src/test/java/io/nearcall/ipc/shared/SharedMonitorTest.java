// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** The monitor within one JVM, which has the object open twice. */
@Timeout(60)
class SharedMonitorTest {

    @TempDir
    Path directory;

    private Turnstile here;
    private Turnstile there;

    @BeforeEach
    void openTwice() {
        here = new Turnstile(directory.resolve("turnstile"));
        there = new Turnstile(directory.resolve("turnstile"));
    }

    @AfterEach
    void closeBoth() {
        here.close();
        there.close();
        assertThat(directory).isEmptyDirectory();
    }

    private static Thread waiting(Runnable body) throws InterruptedException {
        Thread thread = new Thread(body, "waiting");
        thread.start();
        Thread.sleep(50); // not needed, but then it mostly waits
        return thread;
    }

    @Test
    void shouldExcludeThreadsOfTheSameAndOfOtherOpenings() throws Exception {
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Turnstile turnstile = i % 2 == 0 ? here : there;
            all.add(CompletableFuture.runAsync(
                    () -> {
                        for (int n = 0; n < 5_000; n++) {
                            turnstile.pass();
                        }
                    },
                    body -> new Thread(body).start()));
        }
        for (CompletableFuture<Void> each : all) {
            each.get(50, TimeUnit.SECONDS);
        }
        assertThat(here.passed()).isEqualTo(20_000);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldExcludeVirtualThreads() throws Exception {
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Turnstile turnstile = i % 2 == 0 ? here : there;
            threads.add((Thread) start.invoke(null, (Runnable) () -> {
                for (int n = 0; n < 20; n++) {
                    turnstile.monitor.lock();
                    try {
                        Thread.yield(); // and comes back on any carrier
                        turnstile.pass();
                    } finally {
                        turnstile.monitor.unlock();
                    }
                }
            }));
        }
        for (Thread each : threads) {
            each.join();
        }
        assertThat(here.passed()).isEqualTo(1_000);
    }

    @Test
    void shouldBeTakenAgainByItsOwner() {
        here.monitor.lock();
        here.monitor.lock();
        here.monitor.unlock();
        assertThat(there.monitor.tryLock()).isFalse();
        here.monitor.unlock();
        assertThat(there.monitor.tryLock()).isTrue();
        there.monitor.unlock();
    }

    @Test
    void shouldBeGivenBackByItsOwnerOnly() throws Exception {
        assertThatThrownBy(here.monitor::unlock).isInstanceOf(IllegalMonitorStateException.class);
        here.monitor.lock();
        assertThatThrownBy(there.monitor::unlock).isInstanceOf(IllegalMonitorStateException.class);
        CompletableFuture.runAsync(
                        () -> assertThatThrownBy(here.monitor::unlock).isInstanceOf(IllegalMonitorStateException.class))
                .get(10, TimeUnit.SECONDS);
        here.monitor.unlock();
    }

    @Test
    void shouldWaitAsLongAsItIsTold() throws InterruptedException {
        here.monitor.lock();
        long beganNs = System.nanoTime();
        assertThat(there.monitor.tryLock(35, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(35_000_000);
        assertThat(there.monitor.tryLock(-1, TimeUnit.DAYS)).isFalse();
        here.monitor.unlock();
        assertThat(there.monitor.tryLock(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue();
        there.monitor.unlock();
    }

    @Test
    void shouldEndTheWaitOfAThreadThatIsInterrupted() throws Exception {
        here.monitor.lock();
        AtomicReference<Object> ended = new AtomicReference<>();
        Thread thread = waiting(() -> {
            try {
                there.monitor.lockInterruptibly();
            } catch (InterruptedException e) {
                ended.set(e);
            }
        });
        thread.interrupt();
        thread.join();
        assertThat(ended.get()).isInstanceOf(InterruptedException.class);
        here.monitor.unlock();
        there.pass();

        Thread.currentThread().interrupt();
        assertThatThrownBy(there.monitor::lockInterruptibly).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        there.pass();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void shouldTellThoseWhoWaitThatTheObjectIsClosed() throws Exception {
        here.monitor.lock();
        AtomicReference<Throwable> ended = new AtomicReference<>();
        Thread thread = waiting(() -> {
            try {
                there.monitor.lock();
            } catch (IllegalStateException e) {
                ended.set(e);
            }
        });
        there.close();
        thread.join();
        assertThat(ended.get()).hasMessageEndingWith("turnstile is closed");
        assertThatThrownBy(there::pass).hasMessageEndingWith("turnstile is closed");
        assertThatThrownBy(() -> Turnstile.IN.get(there.object)).hasMessageEndingWith("turnstile is closed");
        here.monitor.unlock();
        here.pass();
    }

    @Test
    void shouldStayWithItsOwnerWhenTheObjectIsClosed() {
        there.monitor.lock();
        there.close();
        assertThat(here.monitor.tryLock()).isFalse();
        Turnstile.IN.set(there.object, 7);
        Turnstile.OUT.set(there.object, 7);
        there.monitor.unlock();
        assertThat(here.passed()).isEqualTo(7);
    }

    @Test
    void shouldKeepTheNameUntilTheOwnerHasGivenBackTheMonitorOfTheLastOpening() {
        here.monitor.lock();
        there.close();
        here.close();
        here.close();
        assertThat(Files.exists(directory.resolve("turnstile"))).isTrue();
        here.monitor.unlock();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldRefuseConditionsThatOthersWouldNotKnow() {
        assertThatThrownBy(here.monitor::newCondition)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("addCondition");
    }
}
