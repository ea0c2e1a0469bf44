// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nearcall.CallInterruptedException;
import io.nearcall.DeadlineExceededException;
import io.nearcall.ServiceNameInUseException;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.TransportException;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.UnixSocket;
import io.nearcall.test.OtherJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@SuppressWarnings("try") // what is held is not always used
class ServiceSocketIT {

    private static final ServiceName ORDERS = new ServiceName("orders");
    private static final long SECOND_NS = 1_000_000_000;

    @TempDir
    Path temporary;

    private RuntimeDirectory directory;
    private Path socketFile;

    @BeforeEach
    void openDirectory() {
        directory = RuntimeDirectory.open(temporary.resolve("run").toString());
        socketFile = Path.of(directory.socketPath(ORDERS));
    }

    @Test
    void shouldBeFoundByItsNameUntilItIsClosed() {
        try (ServiceSocket socket = ServiceSocket.open(directory, ORDERS, 8, Host.current()::close)) {
            assertThat(socket.accept()).isEqualTo(-1);
            int client = Lookup.connect(directory, ORDERS, SECOND_NS);
            int accepted = socket.accept();
            assertThat(UnixSocket.peer(accepted).pid())
                    .isEqualTo((int) ProcessHandle.current().pid());
            Descriptors.close(accepted);
            Descriptors.close(client);
            assertThat(ServiceListing.live(directory)).containsExactly("orders");
            assertThat(FileSystem.lstat(socket.path()).permissions()).isEqualTo(0600);
        }
        assertThat(ServiceListing.live(directory)).isEmpty();
        assertThat(temporary.resolve("run")).isEmptyDirectory();
    }

    @Test
    void shouldReplaceTheSocketOfADeadProcess() {
        Descriptors.close(UnixSocket.listen(socketFile.toString(), 0600, 1));
        try (ServiceSocket socket = ServiceSocket.open(directory, ORDERS, 8, Host.current()::close)) {
            Descriptors.close(Lookup.connect(directory, ORDERS, 0));
        }
    }

    @Test
    void shouldRefuseARegularFileInItsPlaceAndLeaveItUntouched() throws IOException {
        Files.writeString(socketFile, "mine");
        assertThatThrownBy(() -> ServiceSocket.open(directory, ORDERS, 8, Host.current()::close))
                .isInstanceOf(TransportException.class)
                .hasMessageContainingAll(socketFile.toString(), "regular file");
        assertThatThrownBy(() -> Lookup.connect(directory, ORDERS, 0)).isInstanceOf(TransportException.class);
        assertThat(ServiceListing.sweep(directory, ORDERS)).isTrue();
        assertThat(socketFile).hasContent("mine");
        assertThat(Path.of(directory.lockPath(ORDERS))).doesNotExist();
    }

    @Test
    void shouldRefuseASymbolicLinkInItsPlaceEvenToALiveSocket() throws IOException {
        ServiceName other = new ServiceName("other");
        try (ServiceSocket socket = ServiceSocket.open(directory, other, 8, Host.current()::close)) {
            Files.createSymbolicLink(socketFile, Path.of(socket.path()));
            assertThatThrownBy(() -> Lookup.connect(directory, ORDERS, 0))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("symbolic link");
            assertThatThrownBy(() -> ServiceSocket.open(directory, ORDERS, 8, Host.current()::close))
                    .isInstanceOf(TransportException.class);
            assertThat(socketFile).isSymbolicLink();
        }
    }

    @Test
    void shouldRefuseAFifoInItsPlace() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", socketFile.toString()).start().waitFor())
                .isZero();
        assertThatThrownBy(() -> ServiceSocket.open(directory, ORDERS, 8, Host.current()::close))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("FIFO");
        assertThat(socketFile).exists();
    }

    @Test
    void shouldLeaveNothingBehindIfItIsClosedRightAfterACleanerTookItsLock() throws IOException {
        ServiceSocket socket = ServiceSocket.open(directory, ORDERS, 8, Host.current()::close);
        Files.delete(Path.of(directory.lockPath(ORDERS)));
        socket.close();
        assertThat(temporary.resolve("run")).isEmptyDirectory();
    }

    @Test
    void shouldLeaveTheFilesOfAnotherHolderIfItIsClosedRightAfterACleanerTookItsOwn() throws IOException {
        ServiceSocket socket = ServiceSocket.open(directory, ORDERS, 8, Host.current()::close);
        Files.delete(Path.of(directory.lockPath(ORDERS)));
        Files.delete(socketFile);
        try (ServiceSocket other = ServiceSocket.open(directory, ORDERS, 8, Host.current()::close)) {
            socket.close();
            Descriptors.close(Lookup.connect(directory, ORDERS, 0));
            assertThat(other.look()).isEqualTo(ServiceSocket.Look.IN_PLACE);
        }
        assertThat(temporary.resolve("run")).isEmptyDirectory();
    }

    @Test
    void shouldTellWhoHoldsTheNameInAnotherProcess() {
        try (OtherJvm holder = holder()) {
            assertThatThrownBy(() -> ServiceSocket.open(directory, ORDERS, 8, Host.current()::close))
                    .isInstanceOfSatisfying(
                            ServiceNameInUseException.class,
                            e -> assertThat(e.holderPid()).isEqualTo(holder.pid()));
        }
    }

    @Test
    void shouldSweepWhatAKilledProcessLeftAndOnlyThat() {
        try (OtherJvm holder = holder()) {
            assertThat(ServiceListing.sweep(directory, ORDERS)).isFalse();
            Descriptors.close(Lookup.connect(directory, ORDERS, 0));
            holder.kill();
        }
        assertThat(socketFile).exists();
        assertThat(ServiceListing.live(directory)).isEmpty();
        assertThat(temporary.resolve("run")).isEmptyDirectory();
    }

    @Test
    void shouldSweepOnLookingUpAServiceThatDied() {
        try (OtherJvm holder = holder()) {
            holder.kill();
        }
        assertThatThrownBy(() -> Lookup.connect(directory, ORDERS, 0)).isInstanceOf(ServiceNotFoundException.class);
        assertThat(temporary.resolve("run")).isEmptyDirectory();
    }

    @Test
    void shouldLeaveWhatADeadProcessOfAnotherUserLeftToThatUser() throws IOException {
        assumeTrue(CurrentProcess.uid() == 0, "only root can give a directory away");
        Descriptors.close(UnixSocket.listen(socketFile.toString(), 0666, 1));
        Files.setAttribute(Path.of(directory.path()), "unix:uid", 4711);
        String configured = System.setProperty(RuntimeDirectory.PROPERTY, directory.path());
        try {
            RuntimeDirectory foreign = RuntimeDirectory.open(uid -> uid == 4711);
            assertThatThrownBy(() -> Lookup.connect(foreign, ORDERS, 0)).isInstanceOf(ServiceNotFoundException.class);
        } finally {
            if (configured == null) {
                System.clearProperty(RuntimeDirectory.PROPERTY);
            } else {
                System.setProperty(RuntimeDirectory.PROPERTY, configured);
            }
        }
        assertThat(Path.of(directory.path()).toFile().list()).containsExactly("orders.sock");
    }

    @Test
    void shouldSayWhereItLookedForAServiceThatDoesNotCome() {
        assertThatThrownBy(() -> Lookup.connect(directory, ORDERS, 50_000_000))
                .isInstanceOf(ServiceNotFoundException.class)
                .hasMessageContainingAll("\"orders\"", directory.path(), "50ms");
    }

    @Test
    void shouldWaitForAServiceThatComesLater() {
        CompletableFuture<Integer> client =
                CompletableFuture.supplyAsync(() -> Lookup.connect(directory, ORDERS, 20 * SECOND_NS));
        pause();
        try (ServiceSocket socket = ServiceSocket.open(directory, ORDERS, 8, Host.current()::close)) {
            Descriptors.close(client.join());
        }
    }

    @Test
    void shouldEndALookupWhenItsThreadIsInterrupted() throws InterruptedException {
        List<Throwable> seen = new ArrayList<>();
        Thread caller = new Thread(() -> {
            try {
                Lookup.connect(directory, ORDERS, 50 * SECOND_NS);
            } catch (CallInterruptedException e) {
                seen.add(e);
            }
        });
        caller.start();
        caller.interrupt();
        caller.join();
        assertThat(seen).hasSize(1);
    }

    @Test
    void shouldTellAServiceThatAcceptsNothingFromOneThatIsNotThere() {
        List<Integer> clients = new ArrayList<>();
        try (ServiceSocket socket = ServiceSocket.open(directory, ORDERS, 1, Host.current()::close)) {
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 10; i++) {
                            clients.add(Lookup.connect(directory, ORDERS, 50_000_000));
                        }
                    })
                    .isInstanceOf(DeadlineExceededException.class)
                    .hasMessageContaining("process " + ProcessHandle.current().pid());
        } finally {
            clients.forEach(Descriptors::close);
        }
    }

    @Test
    void shouldNotRemoveTheSocketOfAnotherHolderAfterItsOwnFilesWereDeleted() throws IOException {
        ServiceSocket ours = ServiceSocket.open(directory, ORDERS, 8, Host.current()::close);
        Files.delete(Path.of(directory.lockPath(ORDERS)));
        Files.delete(socketFile);
        try (ServiceSocket theirs = ServiceSocket.open(directory, ORDERS, 8, Host.current()::close)) {
            ours.close();
            Descriptors.close(Lookup.connect(directory, ORDERS, 0));
        }
    }

    @Test
    void shouldNotTakeProcessOneOfAnotherContainerForItself() throws Exception {
        List<String> container = List.of("unshare", "-r", "-p", "-f", "--kill-child", "--mount-proc");
        assumeTrue(canRun(container), "this host lets nobody have a pid namespace");
        try (OtherJvm holder = OtherJvm.start(container, 64, NameHolder.class, directory.path(), "orders");
                OtherJvm other =
                        OtherJvm.start(container, 64, NameHolder.class, directory.path(), "orders", "at length")) {
            for (OtherJvm process : List.of(holder, other)) {
                String line = process.readLine();
                while (!line.equals("ready")) { // but a warning that another process 1 has its file of statistics
                    line = process.readLine();
                }
                process.writeLine("go");
                if (process == holder) {
                    assertThat(process.readLine()).startsWith("won");
                }
            }
            assertThat(other.readLine())
                    .startsWith("lost to 0: ")
                    .contains("held by process 1 of another container")
                    .doesNotContain("this process,");
            assertThat(ServiceListing.holderPid(directory, ORDERS)).isZero();
        }
    }

    private static boolean canRun(List<String> prefix) throws InterruptedException {
        List<String> command = new ArrayList<>(prefix);
        command.add("true");
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void shouldLookUsedToCleanersThatGoByTheTimesOfFiles() throws IOException {
        Path lock = Path.of(directory.lockPath(ORDERS));
        try (ServiceSocket socket = ServiceSocket.open(directory, ORDERS, 8, Host.current()::close)) {
            makeOld(lock);
            makeOld(socketFile);
            socket.refresh();
            assertThat(ageOf(lock)).isLessThan(Duration.ofHours(1));
            assertThat(ageOf(socketFile)).isLessThan(Duration.ofHours(1));
            assertThat(ServiceListing.holderPid(directory, ORDERS))
                    .isEqualTo((int) ProcessHandle.current().pid());
        }
    }

    /** Of access and change, as two days ago. */
    static void makeOld(Path file) throws IOException {
        FileTime old = FileTime.from(Instant.now().minus(Duration.ofDays(2)));
        Files.getFileAttributeView(file, BasicFileAttributeView.class).setTimes(old, old, null);
    }

    /** By the older one of the two times. */
    static Duration ageOf(Path file) throws IOException {
        BasicFileAttributes times = Files.readAttributes(file, BasicFileAttributes.class);
        Instant older = Collections.min(List.of(
                times.lastAccessTime().toInstant(), times.lastModifiedTime().toInstant()));
        return Duration.between(older, Instant.now());
    }

    @Test
    void shouldAllowToBeClosedTwice() {
        try (ServiceSocket socket = ServiceSocket.open(directory, ORDERS, 8, Host.current()::close)) {
            socket.close();
            socket.close();
        }
        assertThat(socketFile).doesNotExist();
    }

    private OtherJvm holder() {
        OtherJvm holder = OtherJvm.start(NameHolder.class, directory.path(), "orders");
        assertThat(holder.readLine()).isEqualTo("ready");
        holder.writeLine("go");
        assertThat(holder.readLine()).startsWith("won");
        return holder;
    }

    private static void pause() {
        try {
            Thread.sleep(50); // by then the lookup has mostly found nothing, and waits
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
