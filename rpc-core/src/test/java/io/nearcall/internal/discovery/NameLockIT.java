// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ServiceNameInUseException;
import io.nearcall.TransportException;
import io.nearcall.ipc.host.Host;
import io.nearcall.test.OtherJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@SuppressWarnings("try") // what is held is not always used
class NameLockIT {

    private static final ServiceName ORDERS = new ServiceName("orders");

    @TempDir
    Path temporary;

    private RuntimeDirectory directory;
    private Path lockFile;

    @BeforeEach
    void openDirectory() {
        directory = RuntimeDirectory.open(temporary.resolve("run").toString());
        lockFile = Path.of(directory.lockPath(ORDERS));
    }

    @Test
    void shouldRefuseASecondHolderInTheSameJvmAndNameThePid() {
        try (NameLock lock = NameLock.acquire(directory, ORDERS)) {
            assertThat(lock.isCurrent()).isTrue();
            assertThatThrownBy(() -> NameLock.acquire(directory, ORDERS))
                    .isInstanceOf(ServiceNameInUseException.class)
                    .hasMessageContaining(
                            "this process, " + ProcessHandle.current().pid())
                    .hasMessageContaining(lockFile.toString());
        }
    }

    @Test
    void shouldLeaveNoFileBehind() {
        NameLock.acquire(directory, ORDERS).close();
        assertThat(lockFile).doesNotExist();
    }

    @Test
    void shouldHaveAtMostOneHolderWhileManyThreadsTakeAndGiveUpTheName() throws Exception {
        assertThat(new NameContest(directory, ORDERS).take(600)).isPositive();
        assertThat(lockFile).doesNotExist();
    }

    @Test
    void shouldNotTakeThreadsThatSweepForAHolder() throws Exception {
        assertThat(new NameContest(directory, ORDERS).listRemains(300)).isEmpty();
        assertThat(lockFile).doesNotExist();
    }

    @Test
    void shouldLetExactlyOneOfTwentyProcessesWinAndTheNextTakeOverAfterItsDeath() {
        List<OtherJvm> processes = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                processes.add(OtherJvm.start(NameHolder.class, directory.path(), "orders"));
            }
            processes.forEach(process -> assertThat(process.readLine()).isEqualTo("ready"));
            processes.forEach(process -> process.writeLine("go"));
            OtherJvm winner = null;
            List<String> losers = new ArrayList<>();
            for (OtherJvm process : processes) {
                String line = process.readLine();
                if (line.startsWith("won")) {
                    assertThat(winner).isNull();
                    winner = process;
                } else {
                    losers.add(line);
                }
            }
            assertThat(winner).isNotNull();
            assertThat(losers).hasSize(19).containsOnly("lost to " + winner.pid());
            assertThat(ServiceListing.live(directory)).containsExactly("orders");

            winner.kill();
            try (ServiceSocket socket = ServiceSocket.open(directory, ORDERS, 8, Host.current()::close)) {
                assertThat(ServiceListing.holderPid(directory, ORDERS))
                        .isEqualTo((int) ProcessHandle.current().pid());
            }
        } finally {
            processes.forEach(OtherJvm::close);
        }
        assertThat(temporary.resolve("run")).isEmptyDirectory();
    }

    @Test
    void shouldNotTouchAFileOfTheLocksNameThatHasOtherContent() throws IOException {
        Files.writeString(lockFile, "# yarn lockfile v1\n");
        assertThatThrownBy(() -> NameLock.acquire(directory, ORDERS))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining(lockFile.toString());
        assertThat(ServiceListing.live(directory)).isEmpty();
        assertThat(lockFile).hasContent("# yarn lockfile v1\n");
    }

    @Test
    void shouldNotFollowASymbolicLinkInPlaceOfTheLock() throws IOException {
        Path victim = Files.createFile(temporary.resolve("victim"));
        Files.createSymbolicLink(lockFile, victim);
        assertThatThrownBy(() -> NameLock.acquire(directory, ORDERS))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("symbolic link");
        assertThat(victim).isEmptyFile();
        assertThat(lockFile).isSymbolicLink();
    }

    @Test
    void shouldNotRemoveTheLockOfAnotherHolderAfterOursWasDeleted() throws IOException {
        NameLock ours = NameLock.acquire(directory, ORDERS);
        Files.delete(lockFile);
        try (NameLock theirs = NameLock.acquire(directory, ORDERS)) {
            ours.close();
            assertThat(theirs.isCurrent()).isTrue();
        }
    }

    /** Who looks at the file must not take it for a foreign one while another empties it. */
    @Test
    void shouldLetTwoSweepWhatADeadHolderLeft() throws Exception {
        for (int i = 0; i < 300; i++) {
            Files.writeString(lockFile, "nearcall 2147483647\n");
            CompletableFuture<Void> other = CompletableFuture.runAsync(this::sweep);
            sweep();
            other.get(10, TimeUnit.SECONDS);
        }
    }

    private void sweep() {
        try (NameLock lock = NameLock.acquireForSweeping(directory, ORDERS)) {
            assertThat(lock == null || lock.isCurrent()).isTrue();
        }
    }
}
