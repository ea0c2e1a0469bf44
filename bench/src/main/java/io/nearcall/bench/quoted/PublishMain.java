// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.quoted;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Adds the last run of {@code bench/run} to those that documents quote, and has the documents say what it found. Launched by
 * {@code bench/run --publish}, also with the option of a comparison.
 */
public final class PublishMain {

    private PublishMain() {}

    /** Arguments: the repository's root, and {@code run.json} or the file of a comparison. */
    public static void main(String[] args) {
        try {
            QuotedDocuments documents = new QuotedDocuments(Path.of(args[0]));
            Path run = Path.of(args[1]);
            Path added =
                    Compared.isIn(run) ? documents.add(QuotedComparison.read(run)) : documents.add(QuotedRun.read(run));
            System.out.println("added     " + added);
            documents.write().forEach(document -> System.out.println("changed   " + document));
        } catch (IOException failure) {
            System.err.println("bench/run --publish: " + failure.getMessage());
            System.exit(1);
        }
    }
}
