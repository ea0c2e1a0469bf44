// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.wordcount;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;

/** The sum of all counts. Not thread-safe. */
final class Tally {

    /** The order of {@code LC_ALL=C sort -k1,1nr -k2}: by descending count, then by the UTF-8 bytes of the word. */
    private static final Comparator<Entry<String, Long>> COMMONEST_FIRST =
            Entry.<String, Long>comparingByValue().reversed().thenComparing(Entry::getKey, Tally::compareCodePoints);

    private final Map<String, Long> counts = new HashMap<>();

    void add(Map<String, Integer> more) {
        more.forEach((word, count) -> counts.merge(word, (long) count, Long::sum));
    }

    int distinctWords() {
        return counts.size();
    }

    long words() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns lines in the format of {@code uniq -c}. */
    List<String> commonest(int limit) {
        return counts.entrySet().stream()
                .sorted(COMMONEST_FIRST)
                .limit(limit)
                .map(entry -> String.format("%7d %s", entry.getValue(), entry.getKey()))
                .toList();
    }

    /** Compares as UTF-8 does, by code point. {@link String#compareTo} differs beyond the first 65 536 code points. */
    private static int compareCodePoints(String one, String other) {
        return Arrays.compare(one.codePoints().toArray(), other.codePoints().toArray());
    }
}
