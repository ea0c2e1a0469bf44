// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.python;

import io.nearcall.RemoteService;
import java.util.Iterator;
import java.util.stream.Stream;

/** A spelling checker, which samples/python/speller.py is. */
@RemoteService("speller")
public interface Speller {

    /** A word that may have been meant. */
    record Suggestion(String word, double likeness) {}

    /** All words, the likeliest first. The next one is looked for when it is read. */
    Stream<Suggestion> suggestions(String word);

    /** Reports each word that is not known, and returns how many these are. */
    int check(Iterator<String> words, Report report);

    /** Learns the words of a dictionary, which the speller looks up by its name, and returns how many are new. */
    int learn(String dictionary);
}
