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

    /** As {@code LC_ALL=C sort -k1,1nr -k2} has it: the commonest first, among equals in the order of their UTF-8 bytes. */
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

    /** Lines as {@code uniq -c} prints them. */
    List<String> commonest(int limit) {
        return counts.entrySet().stream()
                .sorted(COMMONEST_FIRST)
                .limit(limit)
                .map(entry -> String.format("%7d %s", entry.getValue(), entry.getKey()))
                .toList();
    }

    /** UTF-8 sorts as code points do; {@link String#compareTo} does not, beyond the first 65 536 of them. */
    private static int compareCodePoints(String one, String other) {
        return Arrays.compare(one.codePoints().toArray(), other.codePoints().toArray());
    }
}
