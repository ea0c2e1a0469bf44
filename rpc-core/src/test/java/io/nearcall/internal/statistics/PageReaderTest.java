// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Corrupt pages: every process that may write into the directory can write anything. */
@Timeout(60)
class PageReaderTest {

    @RegisterExtension
    private final PageDirectory pages = new PageDirectory();

    @Test
    void shouldNotBeHurtByGarbage() throws IOException {
        byte[] good = pages.good();
        Path file = pages.directory().resolve("1-0.stats");
        Random random = new Random(1);
        for (int i = 0; i < 3000; i++) {
            byte[] bad = Arrays.copyOf(good, random.nextInt(4) == 0 ? random.nextInt(good.length) : good.length);
            int changes = 1 + random.nextInt(30);
            for (int j = 0; j < changes && bad.length > 0; j++) {
                int place = random.nextInt(random.nextBoolean() ? bad.length : Math.min(bad.length, 2048));
                bad[place] = (byte) random.nextInt();
            }
            evenChanges(bad); // else each look takes some milliseconds
            Files.write(file, bad);
            PageView page = PageReader.read(file.toString());
            if (page != null) {
                page.state("pid:[1]");
                assertThat(page.methods().size() + page.connections().size()).isLessThan(good.length / 64);
                assertThat(page.callsByConnection().size() + page.refusals().size())
                        .isLessThan(good.length / 64);
                page.refusals().forEach(refusal -> assertThat(refusal.reason()).doesNotContainPattern("\\p{Cntrl}"));
                assertThat(page.failures().size()).isLessThan(good.length / 64);
                assertThat(page.events().size()).isLessThanOrEqualTo(good.length / 64);
                page.failures().forEach(failure -> assertThat(failure.stack()).doesNotContainPattern("\\p{Cntrl}"));
                page.methods()
                        .forEach(method -> assertThat(method.name() + method.service() + method.type())
                                .doesNotContainPattern("\\p{Cntrl}"));
            }
        }
    }

    private static void evenChanges(byte[] page) {
        if (page.length > PageLayout.CHANGES_OFFSET) {
            page[PageLayout.CHANGES_OFFSET] &= ~1;
        }
    }

    @Test
    void shouldReadWhatItCanOfAPageThatWasBeingChanged() throws IOException {
        byte[] page = pages.good();
        page[PageLayout.CHANGES_OFFSET] |= 1; // its process was killed there
        Path file = pages.directory().resolve("1-0.stats");
        Files.write(file, page);
        assertThat(PageReader.read(file.toString()).methods()).isNotEmpty();
    }

    @Test
    void shouldLeaveOutWhatCountsDoNotNeed() throws IOException {
        Path file = pages.directory().resolve("1-0.stats");
        Files.write(file, pages.good());
        PageView all = PageReader.read(file.toString(), "/run/user/1/nearcall");
        PageView counts = PageReader.readCounts(file.toString(), "/run/user/1/nearcall");
        assertThat(all.events()).isNotEmpty();
        assertThat(all.failures()).isNotEmpty();
        assertThat(counts.events()).isEmpty();
        assertThat(counts.failures()).isEmpty();
        assertThat(counts.whole()).isTrue();
        assertThat(counts.connections()).isEqualTo(all.connections());
        assertThat(counts.methods()).hasSameSizeAs(all.methods());
        for (int i = 0; i < all.methods().size(); i++) {
            assertThat(counts.methods().get(i).signature())
                    .isEqualTo(all.methods().get(i).signature());
            assertThat(counts.methods().get(i).calls())
                    .isEqualTo(all.methods().get(i).calls());
        }
        assertThat(counts.methods().stream().mapToLong(PageView.Method::calls).sum())
                .isEqualTo(60);
    }

    @Test
    void shouldReadNoPageOfAnotherRuntimeDirectory() throws IOException {
        Path file = pages.directory().resolve("1-0.stats");
        Files.write(file, pages.good());
        assertThat(PageReader.read(file.toString(), "/run/user/2/nearcall")).isNull();
        assertThat(PageReader.readCounts(file.toString(), "/run/user/2/nearcall"))
                .isNull();
    }

    @Test
    void shouldShowNoControlCharacters() throws IOException {
        byte[] page = pages.good();
        byte[] escape = "\u001b[2Jxx".getBytes(StandardCharsets.UTF_8);
        ByteBuffer buffer = ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN);
        buffer.position(PageLayout.TEXTS_OFFSET + Short.BYTES);
        buffer.put(escape);
        Path file = pages.directory().resolve("1-0.stats");
        Files.write(file, page);
        assertThat(PageReader.read(file.toString()).name()).startsWith("?[2Jxx");
    }

    @Test
    void shouldReadNothingButRegularFiles() throws Exception {
        Path fifo = pages.directory().resolve("1-0.stats");
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor())
                .isZero();
        assertThat(PageReader.read(fifo.toString())).isNull();
        assertThat(PageReader.read(pages.directory().toString())).isNull();
        assertThat(PageReader.read(pages.directory().resolve("absent").toString()))
                .isNull();
    }
}
