// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.python;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import java.util.List;

/** Has the Python process check words, receives its callbacks, and offers it a dictionary to read. */
public final class Client {

    private Client() {}

    public static void main(String[] args) {
        List<String> text = List.of("a", "lane", "carries", "one", "cal", "at", "a", "tiem");
        try (Endpoint endpoint = Endpoint.open()) {
            Speller speller = endpoint.lookup(Speller.class); // waits up to 10 s for the Python process

            // A Python generator produces this stream. A reader that has enough closes it.
            try (var suggestions = speller.suggestions("cal")) {
                suggestions.limit(2).forEach(each -> System.out.println("meant: " + each));
            }

            // Python reads this iterator, and calls the report on the thread that waits for check().
            int unknown = speller.check(
                    text.iterator(),
                    (word, meant) -> System.out.println("unknown: " + word + ", meant: " + meant.word()));
            System.out.println("unknown words: " + unknown);

            // A Python exception arrives as a Java exception.
            try {
                speller.suggestions("two words").close();
            } catch (IllegalArgumentException e) {
                System.out.println("refused: " + e.getMessage());
            }

            // Python looks up a service of this JVM, and learns its words.
            endpoint.export(Dictionary.class, () -> List.of("lane", "tiem", "cal"), "dictionary");
            System.out.println("learned: " + speller.learn("dictionary"));
            System.out.println("unknown words: " + speller.check(text.iterator(), (word, meant) -> {}));
        } catch (NearcallException e) {
            System.err.println("python: " + e.getMessage());
            System.exit(1);
        }
    }
}
