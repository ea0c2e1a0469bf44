// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.quoted;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Adds the last run of {@code bench/run} to those that documents quote, and has the documents say what it found. Launched by
 * {@code bench/run --publish}.
 */
public final class PublishMain {

    private PublishMain() {}

    /** Arguments: the repository's root, and {@code run.json}. */
    public static void main(String[] args) {
        try {
            QuotedDocuments documents = new QuotedDocuments(Path.of(args[0]));
            System.out.println("added     " + documents.add(QuotedRun.read(Path.of(args[1]))));
            documents.write().forEach(document -> System.out.println("changed   " + document));
        } catch (IOException failure) {
            System.err.println("bench/run --publish: " + failure.getMessage());
            System.exit(1);
        }
    }
}
