// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.List;
import org.junit.jupiter.api.Test;

/** JSON that is written by hand, as a library reads it. */
class JsonLineTest {

    @Test
    void shouldWriteValuesOfAllKinds() {
        JsonLine line = new JsonLine()
                .put("text", "orders")
                .put("nothing", (String) null)
                .put("number", 1.5)
                .put("large", Long.MIN_VALUE)
                .put("truth", true)
                .put("list", List.of("a", "b"))
                .put("empty", List.of());
        assertThat(line)
                .hasToString(
                        "{\"v\":1,\"text\":\"orders\",\"nothing\":null,\"number\":1.5,\"large\":-9223372036854775808,"
                                + "\"truth\":true,\"list\":[\"a\",\"b\"],\"empty\":[]}");
    }

    @Test
    void shouldWriteEachCharacterSoThatItIsReadAgain() {
        StringBuilder all = new StringBuilder();
        for (int c = 0; c <= Character.MAX_CODE_POINT; c += c < 0x3000 ? 1 : 97) {
            all.appendCodePoint(c);
        }
        all.append("\ud83d\ude00").append('\ud83d').append('x').append('\ude00');
        String line = new JsonLine().put("text", all.toString()).toString();
        JsonObject read = JsonParser.parseString(line).getAsJsonObject();
        assertThat(read.get("text").getAsString()).isEqualTo(all.toString());
        assertThat(line.codePoints()).noneMatch(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x2029);
        assertThat(line).contains("\ud83d\ude00").contains("\\ud83dx\\ude00");
    }

    @Test
    void shouldRefuseWhatJsonDoesNotHave() {
        assertThatThrownBy(() -> new JsonLine().put("p50", Double.NaN)).hasMessageContaining("p50=NaN");
    }
}
