// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.test.LoggedLines;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Workshop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Endpoints whose runtime directory has become inaccessible. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class LostDirectoryTest {

    @RegisterExtension
    final LoggedLines logged = new LoggedLines();

    /** A file takes the place of the directory, so every access fails with ENOTDIR, even for root. */
    private static void withoutDirectory(Runnable action) throws IOException {
        Path directory = PrivateDirectory.path();
        Path aside = directory.resolveSibling(directory.getFileName() + "-aside");
        Files.move(directory, aside);
        Files.createFile(directory);
        try {
            action.run();
        } finally {
            Files.delete(directory);
            Files.move(aside, directory);
        }
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void shouldEndItsConnectionsInOrderThoughItsNamesCannotBeRemoved() throws Exception {
        CompletableFuture<Loss> loss = new CompletableFuture<>();
        try (Endpoint server = Endpoint.open();
                Endpoint client = Endpoint.open()) {
            server.export(Workshop.class, new QuietWorkshop(), "east");
            server.export(Workshop.class, new QuietWorkshop(), "west");
            Workshop remote = client.lookup(Workshop.class, "east");
            Remotes.onDeath(remote, (Consumer<Loss>) loss::complete);
            withoutDirectory(server::close);
            assertThat(loss.get()).isEqualTo(Loss.CLOSED);
            assertThat(logged.text()).contains("could not be removed");
        }
    }

    @Test
    void shouldCountAConnectionNoLongerWhosePipesCannotBeRemoved() throws Exception {
        Endpoint first = Endpoint.open();
        try (Endpoint server = Endpoint.builder().maxConnections(1).open();
                Endpoint second = Endpoint.open()) {
            server.export(Workshop.class, new QuietWorkshop(), "fifo:pipes");
            assertThat(first.lookup(Workshop.class, "fifo:pipes").echo(1)).isEqualTo(1);
            withoutDirectory(() -> {
                first.close();
                await(() -> logged.text().contains("connection with process")); // as the server calls it
            });
            assertThat(second.lookup(Workshop.class, "fifo:pipes").echo(2)).isEqualTo(2);
        } finally {
            first.close();
        }
    }
}
