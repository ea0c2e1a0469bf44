// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.trade;

/**
 * Texts of one length. Their first and last characters change with each call. Checks the text that comes back. For one
 * thread.
 */
public final class MarkedTexts {

    private static final int VARIANTS = 16;
    private static final int WHOLE_MASK = 1023;

    private final String[] texts = new String[VARIANTS];
    private int number;
    private String sent;

    public MarkedTexts(int length) {
        String middle = ExampleText.of(length).substring(1, length - 1);
        for (int i = 0; i < VARIANTS; i++) {
            texts[i] = (char) ('a' + i) + middle + (char) ('P' - i);
        }
    }

    /** Returns what the next call carries. */
    public String next() {
        sent = texts[++number % VARIANTS];
        return sent;
    }

    /** Checks that the answer is that text. */
    public void expect(String answer) {
        int last = sent.length() - 1;
        if (answer.length() != sent.length()
                || answer.charAt(0) != sent.charAt(0)
                || answer.charAt(last) != sent.charAt(last)
                || (number & WHOLE_MASK) == 1 && !answer.equals(sent)) {
            throw new IllegalStateException("wrong answer: another text than that of call " + number);
        }
    }
}
