// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class FleetMainIT {

    @TempDir
    private Path directory;

    @Test
    @Timeout(120)
    void shouldFindAllFigures() throws Exception {
        int status = FleetMain.commandLine()
                .execute("--fleet", "--trial", "--report=" + directory, "--scratch=" + directory.resolve("scratch"));

        assertThat(status).isZero();
        String found = Files.readString(directory.resolve("fleet.json"));
        assertThat(found)
                .contains("\"whole\":false")
                .contains("sessions of a server")
                .contains("rolling restart, 5 % at a time")
                .contains("heap of a reference");
    }
}
