// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.wordcount;

import java.util.HashMap;
import java.util.Map;

/**
 * Defines what a word is: a maximal run of letters, in lower case. A letter is a code point that
 * {@link Character#isLetter(int)} accepts. Each letter is lowered by itself, whatever its neighbours are.
 */
final class Words implements Counter {

    @Override
    public Map<String, Integer> count(String text) {
        Map<String, Integer> counts = new HashMap<>();
        StringBuilder word = new StringBuilder();
        for (int index = 0, next; index < text.length(); index = next) {
            int codePoint = text.codePointAt(index);
            next = index + Character.charCount(codePoint);
            if (Character.isLetter(codePoint)) {
                word.appendCodePoint(Character.toLowerCase(codePoint));
            } else if (!word.isEmpty()) {
                counts.merge(word.toString(), 1, Integer::sum);
                word.setLength(0);
            }
        }
        if (!word.isEmpty()) {
            counts.merge(word.toString(), 1, Integer::sum);
        }
        return counts;
    }
}
