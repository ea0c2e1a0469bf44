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
    void shouldLeavePagesOfTheLivingAndOfOtherContainersAlone() throws IOException {
        byte[] page = pages.good();
        Path elsewhere = pages.directory().resolve(PageDirectory.NOBODY + "-0.stats");
        Files.write(elsewhere, page);
        OldPages.sweep(pages.directory().toString(), "pid:[2]");
        assertThat(pages.file()).isEqualTo(elsewhere);
        ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN).putInt(PageLayout.PID_OFFSET, (int)
                ProcessHandle.current().pid());
        Files.write(elsewhere, page);
        OldPages.sweep(pages.directory().toString(), "pid:[1]");
        assertThat(pages.file()).isEqualTo(elsewhere);
    }
}
