// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.classic.LockOutcome;
import io.nearcall.ipc.classic.ProgramProcess;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What holds on every system, between two processes. */
@Timeout(180)
abstract class PortableContract {

    private ProgramProcess anna;
    private ProgramProcess ben;

    abstract ProgramProcess start() throws IOException;

    /** How the mutex is locked when the thread of its owner has ended, and its process has not. */
    abstract LockOutcome afterTheOwnersThread();

    @BeforeEach
    void begin() throws IOException {
        anna = start();
        ben = start();
    }

    @AfterEach
    void end() {
        anna.close();
        ben.close();
    }

    @Test
    void shouldShareMemoryThatBeginsWithZeros() {
        assertThat(anna.does("memory stock")).isEqualTo("open");
        assertThat(anna.does("get")).isEqualTo("0");
        assertThat(ben.does("memory stock")).isEqualTo("open");
        assertThat(anna.does("put 4711")).isEqualTo("4711");
        assertThat(ben.does("get")).isEqualTo("4711");
    }

    @Test
    void shouldRefuseAnotherLengthOfMemory() {
        assertThat(anna.does("memory stock")).isEqualTo("open");
        assertThat(ben.does("longer stock")).isEqualTo("EINVAL");
        assertThat(anna.does("get")).isEqualTo("0");
    }

    @Test
    void shouldBeginAnewWhenAllHaveClosedOrDied() {
        anna.does("memory stock");
        ben.does("memory stock");
        anna.does("put 1");
        anna.does("close");
        assertThat(anna.does("memory stock")).isEqualTo("open");
        assertThat(anna.does("get")).as("ben has it open").isEqualTo("1");
        ben.does("close");
        anna.does("close");
        assertThat(ben.does("memory stock")).isEqualTo("open");
        assertThat(ben.does("get")).isEqualTo("0");
        ben.does("put 2");
        ben.kill();
        assertThat(anna.does("memory stock")).isEqualTo("open");
        assertThat(anna.does("get")).isEqualTo("0");
    }

    @Test
    void shouldCountWithASemaphore() {
        assertThat(anna.does("semaphore gate")).isEqualTo("open");
        assertThat(ben.does("semaphore gate")).isEqualTo("open");
        assertThat(ben.does("try 0")).as("its initial value is 1").isEqualTo("true");
        assertThat(anna.does("try 50")).isEqualTo("false");
        anna.begin("acquire");
        assertThat(ben.does("release")).isEqualTo("done");
        assertThat(anna.answer()).isEqualTo("true");
        assertThat(ben.does("try 0")).isEqualTo("false");
        ben.does("release");
        ben.does("release");
        assertThat(anna.does("try 0")).isEqualTo("true");
        assertThat(anna.does("try 0")).isEqualTo("true");
        assertThat(anna.does("try 0")).isEqualTo("false");
    }

    @Test
    void shouldWakeAWaiterWhoseRivalWasKilled() throws Exception {
        try (ProgramProcess cleo = start()) {
            for (ProgramProcess each : new ProgramProcess[] {anna, ben, cleo}) {
                each.does("semaphore gate");
            }
            cleo.does("acquire");
            ben.begin("acquire");
            Thread.sleep(100); // so that ben waits first
            anna.begin("acquire");
            Thread.sleep(100); // so that anna waits, too
            ben.kill();
            cleo.does("release");
            assertThat(anna.answer()).isEqualTo("true");
        }
    }

    @Test
    void shouldExcludeEachOtherWithAMutex() {
        for (ProgramProcess each : new ProgramProcess[] {anna, ben}) {
            each.does("memory stock");
            each.does("mutex door");
        }
        anna.begin("count 2000");
        ben.begin("count 2000");
        assertThat(anna.answer()).containsOnlyDigits();
        assertThat(ben.answer()).containsOnlyDigits();
        assertThat(anna.does("count 1")).isEqualTo("4001");
    }

    @Test
    void shouldLockTheMutexAgainOnTheSameThread() {
        anna.does("mutex door");
        ben.does("mutex door");
        assertThat(anna.does("lock")).isEqualTo("ACQUIRED");
        assertThat(anna.does("lock")).isEqualTo("ACQUIRED");
        anna.does("unlock");
        assertThat(ben.does("trylock 50")).isEqualTo("TIMED_OUT");
        anna.does("unlock");
        assertThat(ben.does("trylock 0")).isEqualTo("ACQUIRED");
    }

    @Test
    void shouldLetOnlyTheThreadThatHoldsTheMutexUnlockIt() {
        anna.does("mutex door");
        ben.does("mutex door");
        anna.does("lock");
        assertThat(ben.does("unlock")).contains("IllegalMonitorStateException");
        assertThat(anna.does("unlockthere")).contains("IllegalMonitorStateException");
        assertThat(ben.does("trylock 50")).isEqualTo("TIMED_OUT");
        assertThat(anna.does("unlock")).isEqualTo("done");
        assertThat(anna.does("unlock")).contains("IllegalMonitorStateException");
    }

    @Test
    void shouldDoAsTheSystemDoesWhenOnlyTheOwnersThreadEnds() {
        anna.does("mutex door");
        ben.does("mutex door");
        assertThat(anna.does("lockthere")).isEqualTo("ACQUIRED");
        assertThat(ben.does("trylock 1000")).isEqualTo(afterTheOwnersThread().toString());
    }

    @Test
    void shouldTellOnceThatTheOwnerOfTheMutexHasDied() {
        anna.does("mutex door");
        ben.does("mutex door");
        ben.does("lock");
        anna.begin("lock");
        ben.kill();
        assertThat(anna.answer()).isEqualTo("OWNER_DIED");
        anna.does("unlock");
        assertThat(anna.does("lock")).isEqualTo("ACQUIRED");
    }

    @Test
    void shouldCarryBytesThroughAPipeAndThenItsEnd() {
        assertThat(anna.does("source orders")).isEqualTo("open");
        assertThat(ben.does("sink orders")).isEqualTo("open");
        assertThat(ben.does("write tea")).isEqualTo("3");
        assertThat(anna.does("read")).isEqualTo("tea");
        anna.begin("drain");
        assertThat(ben.does("fill 1000000")).isEqualTo("1000000");
        assertThat(ben.does("closesink")).isEqualTo("done");
        assertThat(anna.answer()).isEqualTo("1000000");
        assertThat(anna.does("read")).isEqualTo("end");
    }

    @Test
    void shouldReadWhatAKilledWriterHasWrittenAndThenTheEnd() {
        anna.does("source orders");
        ben.does("sink orders");
        ben.does("write tea");
        ben.kill();
        assertThat(anna.does("read")).isEqualTo("tea");
        assertThat(anna.does("read")).isEqualTo("end");
    }

    @Test
    void shouldFailToWriteWhenTheReaderWasKilledAndFreeTheName() {
        ben.does("source orders");
        anna.does("sink orders");
        ben.kill();
        assertThat(anna.does("write tea")).contains("EPIPE");
        anna.does("closesink");
        assertThat(anna.does("source orders")).isEqualTo("open");
    }

    @Test
    void shouldHaveOneReaderAndOneWriterOfAPipe() {
        assertThat(anna.does("trysink orders")).isEqualTo("none");
        assertThat(anna.does("source orders")).isEqualTo("open");
        assertThat(ben.does("source orders")).isEqualTo("EEXIST");
        assertThat(ben.does("sink orders")).isEqualTo("open");
        assertThat(anna.does("trysink orders")).isEqualTo("none");
        anna.does("closesource");
        assertThat(anna.does("trysink orders")).isEqualTo("none");
    }
}
