// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** An argument is of a class that no interface names, and the other side, which has to be asked for it, does not answer. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class UnansweredClassIT {

    private static final long SOON_NS = TimeUnit.SECONDS.toNanos(4); // shorter than the patience without a deadline

    /** Takes whatever is allowed. */
    @RemoteService
    public interface Desk {
        int count(int up);

        @Deadline("300ms")
        int file(Object any);

        int fileInTime(Object any);

        @Deadline("300ms")
        CompletableFuture<Integer> fileLater(Object any);
    }

    /** Files all. */
    public static final class OpenDesk implements Desk {
        @Override
        public int count(int up) {
            return up + 1;
        }

        @Override
        public int file(Object any) {
            return ((Folder) any).pages;
        }

        @Override
        public int fileInTime(Object any) {
            return file(any);
        }

        @Override
        public CompletableFuture<Integer> fileLater(Object any) {
            return CompletableFuture.completedFuture(file(any));
        }
    }

    /** A class that no interface names. */
    public static final class Folder {
        int pages = 12;
    }

    private OtherJvm server;
    private Endpoint client;
    private Desk desk;

    @BeforeEach
    void connectAndStopTheServer() throws Exception {
        server = Server.start(Desk.class, OpenDesk.class, "allowPackage", "io.nearcall");
        client = Endpoint.builder().allow(Folder.class).open();
        desk = client.lookup(Desk.class);
        assertThat(desk.count(1)).isEqualTo(2);
        assertThat(catchThrowable(() -> desk.fileLater("too short").get())).isNotNull(); // over the shared lane
        server.signal("STOP");
    }

    @AfterEach
    void close() {
        server.signal("CONT");
        client.close();
        server.close();
    }

    @Test
    void shouldEndACallAtItsDeadline() {
        long beganNs = System.nanoTime();
        assertThatThrownBy(() -> desk.file(new Folder()))
                .isInstanceOfSatisfying(
                        DeadlineExceededException.class,
                        e -> assertThat(e.outcome()).isEqualTo(Outcome.NOT_SENT))
                .hasMessageContaining("whether it knows the class " + Folder.class.getName());
        assertThat(System.nanoTime() - beganNs).isLessThan(SOON_NS);
        server.signal("CONT");
        assertThat(desk.fileInTime(new Folder())).isEqualTo(12);
    }

    @Test
    void shouldEndAFutureAtItsDeadlineAndLetOthersCall() {
        long beganNs = System.nanoTime();
        assertThat(catchThrowable(() -> desk.fileLater(new Folder()).get()))
                .isNotNull()
                .satisfies(e -> assertThat(e instanceof DeadlineExceededException ? e : e.getCause())
                        .isInstanceOf(DeadlineExceededException.class));
        assertThat(System.nanoTime() - beganNs).isLessThan(SOON_NS);
        server.signal("CONT");
        assertThat(desk.fileInTime(new Folder())).isEqualTo(12);
        assertThat(desk.fileLater(new Folder()))
                .succeedsWithin(10, TimeUnit.SECONDS)
                .isEqualTo(12);
    }

    @Test
    void shouldEndACallThatIsInterrupted() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> desk.fileInTime(new Folder()))
                .isInstanceOfSatisfying(
                        CallInterruptedException.class,
                        e -> assertThat(e.outcome()).isEqualTo(Outcome.NOT_SENT));
        assertThat(Thread.interrupted()).isTrue();
        server.signal("CONT");
        assertThat(desk.fileInTime(new Folder())).isEqualTo(12);
    }

    @Test
    void shouldTellAllWhoWaitThoughTheFirstHasGivenUp() throws Exception {
        CompletableFuture<Integer> patient = new CompletableFuture<>();
        Thread impatient = new Thread(() -> catchThrowable(() -> desk.file(new Folder())));
        impatient.start();
        Thread.sleep(100); // so that it has asked: later callers wait for the same answer
        Thread second = new Thread(() -> {
            try {
                patient.complete(desk.fileInTime(new Folder()));
            } catch (Throwable e) {
                patient.completeExceptionally(e);
            }
        });
        second.start();
        impatient.join();
        server.signal("CONT");
        assertThat(patient).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo(12);
    }
}
