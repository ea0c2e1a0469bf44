// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TableTest {

    private static String printed(Table table) {
        StringWriter text = new StringWriter();
        table.print(new PrintWriter(text));
        return text.toString();
    }

    @Test
    void shouldAlignColumnsOfNumbersRightAndOthersLeft() {
        Table table = new Table("NAME", "COUNT", "TIME", "UP", "RATIO", "STATE");
        table.add("a", 7, "12us", "5s", "97:3", "open");
        table.add("longer", "84.2k", "-", "2h13m", "0:100", "");
        assertThat(printed(table)).isEqualTo("""
                NAME    COUNT  TIME  UP     RATIO  STATE
                a           7  12us  5s     97:3   open
                longer  84.2k     -  2h13m  0:100
                """);
    }

    @Test
    void shouldNotTakeWordsWithDigitsForNumbers() {
        Table table = new Table("A", "B", "C", "D");
        table.add("1x", "--", "1ks", "");
        table.add("22", "-", "2k", "1");
        assertThat(printed(table)).isEqualTo("""
                A   B   C    D
                1x  --  1ks
                22  -   2k   1
                """);
    }

    @Test
    void shouldPrintAHeadingWithoutRows() {
        assertThat(printed(new Table("A", "B"))).isEqualTo("A  B\n");
    }
}
