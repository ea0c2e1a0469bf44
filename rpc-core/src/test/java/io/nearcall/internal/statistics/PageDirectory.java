// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A directory of a test's own for statistics pages, in memory. */
final class PageDirectory implements BeforeEachCallback, AfterEachCallback {

    static final int NOBODY = 0x7fffff00; // no process has such a number

    private Path directory;

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        directory = Files.createTempDirectory(Path.of("/dev/shm"), "nearcall-test");
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        for (Path file : files()) {
            Files.delete(file);
        }
        Files.delete(directory);
    }

    Path directory() {
        return directory;
    }

    /** The page of an endpoint in a process that does not exist. */
    EndpointStatistics statistics() {
        return new EndpointStatistics(() -> new PageOwner(
                directory.toString(), NOBODY, 1000, "library", "1.0", "17", "pid:[1]", "/run/user/1/nearcall"));
    }

    List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    /** The only one. */
    Path file() throws IOException {
        assertThat(files()).hasSize(1);
        return files().get(0);
    }

    /** The only page. */
    PageView read() throws IOException {
        return PageReader.read(file().toString());
    }

    /** The bytes of a page with everything in it. */
    byte[] good() throws IOException {
        EndpointStatistics statistics = statistics();
        ConnectionStatistics connection = new ConnectionStatistics(statistics, 17, true, "shm");
        for (int i = 0; i < 20; i++) {
            CallCounter lane = new CallCounter(connection);
            Shelved shelf = new Shelved(i % 2 == 0, "shelf" + i);
            Shelved.count(lane, shelf, 0, 3);
            lane.fail(shelf, 0, new IllegalStateException("full"));
            connection.refused(i % 2 == 0, "REASON_" + i);
        }
        byte[] good = Files.readAllBytes(file());
        statistics.close(true);
        return good;
    }
}
