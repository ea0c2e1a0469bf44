// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.trade;

/** Text of any length, in ASCII: it has as many bytes as characters. */
public final class ExampleText {

    private static final String SENTENCE =
            "An order of 3 lines was placed by Ada Lovelace at 09:41; its number is 4711. ";

    private ExampleText() {}

    public static String of(int length) {
        return SENTENCE.repeat(length / SENTENCE.length() + 1).substring(0, length);
    }
}
