// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.test.LoggedLines;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Workshop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Services whose files a cleaner of temporary files removes while the services run. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class CleanedNamesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @RegisterExtension
    final LoggedLines logged = new LoggedLines();

    private Endpoint server;
    private Endpoint rival;
    private Export export;
    private Path lock;
    private Path socket;

    @BeforeEach
    void open() {
        server = Endpoint.open();
        rival = Endpoint.open();
        export = server.export(Workshop.class, new QuietWorkshop(), "orders");
        lock = PrivateDirectory.path().resolve("orders.lock");
        socket = PrivateDirectory.path().resolve("orders.sock");
    }

    @AfterEach
    void close() {
        rival.close();
        server.close();
    }

    @Test
    void shouldKeepItsNameThoughItsLockIsRemoved() throws IOException {
        Files.delete(lock);
        assertThatThrownBy(this::exportByRival)
                .isInstanceOf(ServiceNameInUseException.class)
                .hasMessageContainingAll("orders", "" + ProcessHandle.current().pid());
        await(() -> Files.exists(lock));
        assertThatThrownBy(this::exportByRival).isInstanceOf(ServiceNameInUseException.class);
        assertThat(export.isClosed()).isFalse();
        await(() -> logged.text().contains("orders"));
        assertThat(logged.text()).contains(PrivateDirectory.path().toString(), "restored");
    }

    @Test
    void shouldNotLoseItsSocketToWhoListsTheServicesAfterItsLockWasRemoved() throws IOException {
        Files.delete(lock);
        assertThat(rival.services()).containsExactly("orders");
        assertThat(lookUp(Duration.ZERO).echo(1)).isEqualTo(1);
    }

    @Test
    void shouldBeFoundAgainAfterItsSocketWasRemoved() throws IOException {
        Workshop before = lookUp(PATIENCE);
        Files.delete(socket);
        try (Endpoint other = Endpoint.open()) {
            Workshop found = other.lookup(Workshop.class, "orders", PATIENCE);
            assertThat(found.echo(2)).isEqualTo(2);
        }
        assertThat(before.echo(3)).isEqualTo(3);
        assertThat(export.isClosed()).isFalse();
    }

    @Test
    void shouldMakeItsDirectoryAgainAfterAllOfItWasRemoved() throws IOException {
        removeDirectory();
        assertThat(lookUp(PATIENCE).echo(4)).isEqualTo(4);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(PrivateDirectory.path())))
                .isEqualTo("rwx------");
        assertThatThrownBy(this::exportByRival).isInstanceOf(ServiceNameInUseException.class);
    }

    @Test
    void shouldOfferAFurtherServiceAfterItsDirectoryWasRemoved() throws IOException {
        removeDirectory();
        try (Export further = rival.export(Workshop.class, new QuietWorkshop(), "further")) {
            assertThat(server.lookup(Workshop.class, further.name()).echo(9)).isEqualTo(9);
        }
    }

    @Test
    void shouldNotOfferANameTwiceInOneEndpointAfterItsFilesWereRemoved() throws IOException {
        Files.delete(lock);
        Files.delete(socket);
        assertThatThrownBy(() -> server.export(Workshop.class, new QuietWorkshop(), "orders"))
                .isInstanceOf(ServiceNameInUseException.class)
                .hasMessageContaining("this process");
        assertThat(lookUp(PATIENCE).echo(10)).isEqualTo(10);
    }

    @Test
    void shouldComeBackWhenItsDirectoryCanBeMadeAgain() throws IOException {
        Path directory = PrivateDirectory.path();
        removeDirectory();
        Files.createFile(directory); // as long as that is there, no directory can be made
        await(() -> logged.text().contains("cannot be restored"));
        assertThat(export.isClosed()).isFalse();
        Files.delete(directory);
        assertThat(lookUp(PATIENCE).echo(5)).isEqualTo(5);
    }

    @Test
    void shouldEndAnExportWhoseNameAnotherHasTakenMeanwhile() throws IOException {
        Workshop before = lookUp(PATIENCE);
        Files.delete(lock);
        Files.delete(socket);
        Export other = exportByRival();
        await(export::isClosed);
        assertThat(logged.text()).contains("orders", PrivateDirectory.path().toString(), "has taken the name");
        assertThat(other.isClosed()).isFalse();
        assertThatThrownBy(() -> before.echo(6)).isInstanceOf(NoSuchRemoteException.class);
        try (Endpoint client = Endpoint.open()) {
            assertThat(client.lookup(Workshop.class, "orders", PATIENCE).noted())
                    .containsExactly(7);
        }
        export.close();
        assertThat(Files.exists(lock) && Files.exists(socket)).isTrue();
    }

    @Test
    void shouldSayThatAnExportIsClosedThatWasClosedOrWhoseEndpointWas() {
        assertThat(export.isClosed()).isFalse();
        export.close();
        assertThat(export.isClosed()).isTrue();
        Export other = exportByRival();
        assertThat(other.isClosed()).isFalse();
        rival.close();
        assertThat(other.isClosed()).isTrue();
    }

    @Test
    void shouldGoOnServingThoseWhoAreConnectedWhileItsFilesAreAway() throws Exception {
        Workshop before = lookUp(PATIENCE);
        CompletableFuture<Integer> running = CompletableFuture.supplyAsync(() -> {
            try {
                return before.work(8, 1_500); // its files are looked for each second
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        removeDirectory();
        assertThat(running.get(20, TimeUnit.SECONDS)).isEqualTo(8);
    }

    private Workshop lookUp(Duration timeout) {
        return rival.lookup(Workshop.class, "orders", timeout);
    }

    private Export exportByRival() {
        QuietWorkshop another = new QuietWorkshop();
        another.note(7);
        return rival.export(Workshop.class, another, "orders");
    }

    private static void removeDirectory() throws IOException {
        Path directory = PrivateDirectory.path();
        for (String name : directory.toFile().list()) {
            Files.delete(directory.resolve(name));
        }
        Files.delete(directory);
    }

    private static void await(BooleanSupplier condition) {
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - endNs).as("ns beyond the limit").isNegative();
            LockSupport.parkNanos(1_000_000);
        }
    }
}
