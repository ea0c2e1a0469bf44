// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class HostsMainIT {

    @TempDir
    private Path directory;

    @Test
    @Timeout(120)
    void shouldFindAFigureForEachCarrier() throws Exception {
        int status = HostsMain.commandLine()
                .execute("--hosts", "--trial", "--report=" + directory, "--scratch=" + directory.resolve("scratch"));

        assertThat(status).isZero();
        String found = Files.readString(directory.resolve("hosts.json"));
        for (Carrier carrier : Carrier.values()) {
            assertThat(found).contains("\"what\":\"" + carrier.title() + "\"");
        }
        assertThat(found).contains("8, Nearcall over gRPC");
    }
}
