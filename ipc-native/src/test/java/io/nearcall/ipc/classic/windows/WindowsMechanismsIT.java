// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.windows;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.classic.ProgramProcess;
import io.nearcall.ipc.classic.Wine;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The mechanisms of Windows between two processes under Wine. */
@Timeout(180)
class WindowsMechanismsIT {

    private ProgramProcess anna;
    private ProgramProcess ben;

    @BeforeEach
    void begin() throws IOException {
        anna = Wine.start(25, MechanismProgram.class);
        ben = Wine.start(25, MechanismProgram.class);
    }

    @AfterEach
    void end() {
        anna.close();
        ben.close();
        assertThat(anna.others() + ben.others()).as("of -Xcheck:jni").doesNotContain("in native method");
    }

    @Test
    void shouldCreateMemoryOnceAndFindItByName() {
        assertThat(ben.does("openmapping stock")).isEqualTo("ENOENT");
        assertThat(anna.does("mapping stock")).startsWith("FileMapping");
        assertThat(ben.does("mapping stock")).isEqualTo("EEXIST");
        assertThat(ben.does("openmapping stock")).startsWith("FileMapping");
        assertThat(ben.does("length")).isEqualTo("4096");
        assertThat(ben.does("readonly stock")).isEqualTo("true");
        assertThat(anna.does("outlive")).isEqualTo("7");
    }

    @Test
    void shouldBeTheHostAlsoWhenALibraryIsGiven() throws IOException {
        assertThat(anna.does("host")).contains("WindowsHost");
        Path library = Path.of("target/classes/META-INF/native/windows-x86_64/nearcall.dll");
        String given = "-Dio.nearcall.native.library="
                + Wine.path(library.toAbsolutePath().toString());
        try (ProgramProcess cleo = Wine.start(25, MechanismProgram.class, given)) {
            assertThat(cleo.does("host")).contains("WindowsHost");
            assertThat(cleo.does("semaphore gate")).startsWith("NamedSemaphore");
        }
    }

    @Test
    void shouldSayWhatToDoWithoutTheLibrary() throws IOException {
        String missing = "-Dio.nearcall.native.library=" + Wine.path("/nowhere/nearcall.dll");
        try (ProgramProcess cleo = Wine.start(25, MechanismProgram.class, missing)) {
            assertThat(cleo.does("host")).contains("NativeLibraryException", "nearcall.dll cannot be loaded");
        }
    }

    @Test
    void shouldSetAnEventForAllOrForOne() {
        anna.does("event open");
        ben.does("event open");
        assertThat(ben.does("await 20")).isEqualTo("false");
        ben.begin("await 20000");
        anna.does("set");
        assertThat(ben.answer()).isEqualTo("true");
        assertThat(anna.does("await 0")).isEqualTo("true");
        anna.does("reset");
        assertThat(ben.does("await 0")).isEqualTo("false");
        anna.does("autoevent next");
        ben.does("autoevent next");
        anna.does("set");
        assertThat(ben.does("await 0")).isEqualTo("true");
        assertThat(anna.does("await 0")).isEqualTo("false");
    }

    @Test
    void shouldNotExceedTheMaximumOfASemaphore() {
        anna.does("semaphore gate");
        ben.does("opensemaphore gate");
        assertThat(ben.does("release 2")).isEqualTo("0");
        assertThat(anna.does("release 1")).isEqualTo("ERANGE");
    }

    @Test
    void shouldEndTheWaitOfAClosedAndOfAnInterruptedSemaphore() {
        anna.does("semaphore gate");
        assertThat(anna.does("interrupt")).isEqualTo("interrupted false");
        assertThat(anna.does("closewaiting")).isEqualTo("IllegalStateException");
    }

    @Test
    void shouldSeeTheEndOfAProcess() {
        assertThat(anna.does("watch " + pid(ben))).isEqualTo("true true true");
        anna.begin("end");
        ben.kill();
        assertThat(anna.answer()).isEqualTo("true false");
    }

    @Test
    void shouldTalkBothWaysAndKnowEachOther() {
        assertThat(anna.does("server talk")).startsWith("PipeServer");
        assertThat(anna.does("tryaccept")).isEqualTo("null");
        assertThat(ben.does("connect talk")).startsWith("PipeStream");
        assertThat(anna.does("accept")).startsWith("PipeStream");
        assertThat(anna.does("peer")).isEqualTo(pid(ben));
        assertThat(ben.does("peer")).isEqualTo(pid(anna));
        anna.does("write who is there?");
        assertThat(ben.does("read")).isEqualTo("who is there?");
        ben.does("write ben");
        assertThat(anna.does("read")).isEqualTo("ben");
        ben.kill();
        assertThat(anna.does("read")).isEqualTo("end");
    }

    @Test
    void shouldCloseAPipeWhoseWriterIsInterrupted() {
        anna.does("server talk");
        ben.does("connect talk");
        anna.does("accept");
        assertThat(anna.does("overfill")).isEqualTo("ClosedByInterruptException false");
    }

    @Test
    void shouldReceiveMessagesInAMailslotOneByOne() {
        assertThat(ben.does("opensink box")).isEqualTo("ENOENT");
        assertThat(anna.does("mailslot box")).startsWith("Mailslot");
        assertThat(anna.does("collect 20")).isEqualTo("none");
        assertThat(ben.does("mailslot box")).isEqualTo("EEXIST");
        assertThat(ben.does("opensink box")).startsWith("MailslotSink");
        assertThat(ben.does("post tea")).isEqualTo("done");
        assertThat(ben.does("post two cups")).isEqualTo("done");
        ben.kill();
        assertThat(anna.does("collect 20000")).isEqualTo("tea");
        assertThat(anna.does("collect 20000")).isEqualTo("two cups");
        assertThat(anna.does("collect 20")).isEqualTo("none");
    }

    @Test
    void shouldCopyDataToAWindowThatReceives() {
        assertThat(ben.does("find window")).isEqualTo("ENOENT");
        assertThat(anna.does("inbox window")).startsWith("DataCopyInbox");
        assertThat(ben.does("find window")).startsWith("DataCopySender");
        assertThat(anna.does("trytake 20")).isEqualTo("none");
        ben.begin("copy tea");
        assertThat(anna.does("take")).isEqualTo("tea");
        assertThat(ben.answer()).isEqualTo("true");
        assertThat(ben.does("copysoon late")).as("anna does not receive").isEqualTo("ETIMEDOUT");
        anna.kill();
        assertThat(ben.does("copy tea")).as("anna is dead").isNotEqualTo("true");
    }

    @Test
    void shouldRefuseALongDataCopyAndTakeTheNext() {
        anna.does("inbox window");
        ben.does("find window");
        ben.begin("copylong 1001");
        ben.begin("copy tea");
        ben.begin("copylong 1000");
        assertThat(anna.does("take")).isEqualTo("tea");
        assertThat(anna.does("take")).isEqualTo("x".repeat(1_000));
        assertThat(ben.answer()).isEqualTo("false");
        assertThat(ben.answer()).isEqualTo("true");
        assertThat(ben.answer()).isEqualTo("true");
    }

    @Test
    void shouldBoundTheMemoryOfDataCopiesWithoutData() {
        anna.does("inbox window");
        anna.does("find window");
        int taken = Integer.parseInt(anna.does("copymany"));
        assertThat(taken).as("each takes 16 bytes of 16 MiB").isEqualTo(1_048_576);
        assertThat(anna.does("take")).isEmpty();
        assertThat(anna.does("copymany")).isEqualTo("1");
    }

    @Test
    void shouldTakeNoInboxWithoutRoomForAMessage() {
        assertThat(anna.does("noinbox 0")).contains("IllegalArgumentException", "longestBytes=0 is not positive");
        assertThat(anna.does("noinbox -1")).contains("IllegalArgumentException", "longestBytes=-1 is not positive");
    }

    @Test
    void shouldCarryBytesBetweenThreads() {
        assertThat(anna.does("anonymous from a thread")).isEqualTo("from a thread");
    }

    @Test
    void shouldStreamOverASocketOfTheJdk() throws IOException {
        try (ProgramProcess cleo = Wine.start(17, MechanismProgram.class)) { // Wine 8 ends a Java 25 that has a socket
            assertThat(cleo.does("socket to and fro")).isEqualTo("to and fro");
        }
    }

    private static String pid(ProgramProcess process) {
        String greeting = process.greeting();
        return greeting.substring(greeting.lastIndexOf(' ') + 1);
    }
}
