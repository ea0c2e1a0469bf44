// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFileTest {

    @TempDir
    Path directory;

    @Test
    void shouldEndEachChunkBehindAWord() throws IOException {
        assertThat(chunks("one two three", 9)).containsExactly("one two ", "three");
    }

    @Test
    void shouldLetAChunkGrowUntilAWordEnds() throws IOException {
        assertThat(chunks("a incomprehensibilities, of many a kind", 4))
                .startsWith("a ", "incomprehensibilities, of many ");
    }

    @Test
    void shouldSplitNoCharacter() throws IOException {
        String text = "äöü東京 𐐨𐐨𐐨 ß\n";
        for (int wantedBytes = 1; wantedBytes < 40; wantedBytes++) {
            assertThat(String.join("", chunks(text, wantedBytes))).isEqualTo(text);
        }
    }

    @Test
    void shouldCountTheSameWhateverTheSizeOfChunks() throws IOException {
        String text = "It was the best of times, it was the wörst of tïmes; " + "x".repeat(50) + "—été\n";
        for (int wantedBytes = 1; wantedBytes < 200; wantedBytes++) {
            Tally whole = new Tally();
            whole.add(new Words().count(text));
            Tally parts = new Tally();
            for (String chunk : chunks(text, wantedBytes)) {
                parts.add(new Words().count(chunk));
            }
            assertThat(parts.commonest(100)).isEqualTo(whole.commonest(100));
        }
    }

    @Test
    void shouldFindNothingInAnEmptyFile() throws IOException {
        assertThat(chunks("", 10)).isEmpty();
    }

    @Test
    void shouldNameTheByteThatIsNoUtf8() throws IOException {
        Path file = directory.resolve("latin1.txt");
        Files.write(file, "au café \n".getBytes(StandardCharsets.ISO_8859_1));
        try (TextFile text = new TextFile(file, 4)) {
            assertThat(text.next().text()).isEqualTo("au ");
            assertThatThrownBy(text::next)
                    .isInstanceOf(InvalidText.class)
                    .hasMessageContainingAll("latin1.txt: not UTF-8 text", "byte 6");
        }
    }

    @Test
    void shouldNameTheByteWhereAFileEndsWithinACharacter() throws IOException {
        Path file = directory.resolve("cut.txt");
        Files.write(file, new byte[] {'a', ' ', (byte) 0xc3});
        try (TextFile text = new TextFile(file, 100)) {
            assertThatThrownBy(text::next).isInstanceOf(InvalidText.class).hasMessageContaining("byte 2");
        }
    }

    private List<String> chunks(String text, int wantedBytes) throws IOException {
        Path file = Files.writeString(directory.resolve("text.txt"), text);
        List<String> chunks = new ArrayList<>();
        try (TextFile reader = new TextFile(file, wantedBytes)) {
            for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                chunks.add(chunk.text());
            }
        }
        return chunks;
    }
}
