// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The pages that dead processes have left. */
@Timeout(60)
class OldPagesTest {

    @RegisterExtension
    private final PageDirectory pages = new PageDirectory();

    @Test
    void shouldKeepTheLastEightPagesOfTheDead() throws IOException {
        byte[] page = pages.good();
        for (int i = 0; i < 12; i++) {
            Files.write(pages.directory().resolve(PageDirectory.NOBODY + "-" + i + ".stats"), page);
        }
        Files.write(pages.directory().resolve("orders.lock"), new byte[0]);
        OldPages.sweep(pages.directory().toString(), "pid:[1]");
        assertThat(pages.files()).hasSize(9);
        OldPages.sweep(pages.directory().toString(), "pid:[1]");
        assertThat(pages.files()).hasSize(9);
        assertThat(pages.files().stream()
                        .filter(file -> file.toString().endsWith(PageLayout.DEAD_SUFFIX))
                        .map(file -> PageReader.read(file.toString())))
                .hasSize(8)
                .doesNotContainNull();
    }

    @Test
    void shouldRemoveAPageAnHourAfterItsProcessWasFoundDead() throws IOException {
        byte[] page = pages.good();
        Path file = pages.directory().resolve(PageDirectory.NOBODY + "-0.stats");
        Files.write(file, page);
        assertThat(file.toFile().setLastModified(System.currentTimeMillis() - 7_200_000))
                .isTrue();
        OldPages.sweep(pages.directory().toString(), "pid:[1]");
        assertThat(pages.file().toFile().setLastModified(System.currentTimeMillis() - 3_000_000))
                .isTrue();
        OldPages.sweep(pages.directory().toString(), "pid:[1]");
        assertThat(pages.file().toFile().setLastModified(System.currentTimeMillis() - 3_700_000))
                .isTrue();
        OldPages.sweep(pages.directory().toString(), "pid:[1]");
        assertThat(pages.files()).isEmpty();
    }

    @Test
    void shouldLeavePagesOfTheLivingAlone() throws IOException {
        byte[] page = pages.good();
        Path living = pages.directory().resolve(PageDirectory.NOBODY + "-0.stats");
        ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN).putInt(PageLayout.PID_OFFSET, (int)
                ProcessHandle.current().pid());
        Files.write(living, page);
        OldPages.sweep(pages.directory().toString(), "pid:[1]");
        assertThat(pages.file()).isEqualTo(living);
    }

    @Test
    void shouldLeavePagesOfOtherContainersAloneWhileTheirProcessesLive() throws IOException {
        EndpointStatistics statistics = pages.statistics();
        statistics.makePage();
        Path living = pages.file();
        OldPages.sweep(pages.directory().toString(), "pid:[2]");
        assertThat(pages.file()).isEqualTo(living);
        assertThat(pages.read().state("pid:[2]")).isEqualTo(ProcessState.ELSEWHERE);

        byte[] page = Files.readAllBytes(living);
        statistics.close(true);
        Files.write(living, page); // the kernel releases the lock when a process dies
        assertThat(pages.read().state("pid:[2]")).isEqualTo(ProcessState.DEAD);
        OldPages.sweep(pages.directory().toString(), "pid:[2]");
        assertThat(pages.file().toString()).endsWith(PageLayout.DEAD_SUFFIX);
    }
}
