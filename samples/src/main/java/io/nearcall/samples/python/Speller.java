// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.python;

import io.nearcall.RemoteService;
import java.util.Iterator;
import java.util.stream.Stream;

/** A spelling checker, implemented in Python by samples/python/speller.py. */
@RemoteService("speller")
public interface Speller {

    /** A word that the author may have meant. */
    record Suggestion(String word, double likeness) {}

    /** Returns all words, the likeliest first. The speller looks for each word when the caller reads it. */
    Stream<Suggestion> suggestions(String word);

    /** Reports each unknown word. Returns the number of unknown words. */
    int check(Iterator<String> words, Report report);

    /** Learns the words of a dictionary, which the speller looks up by its name. Returns how many of them are new. */
    int learn(String dictionary);
}
