// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Macros of C's headers. The preprocessor replaces them everywhere, so nothing else can have their names. */
public final class Macros {

    private static final Set<String> NAMES = read();

    private Macros() {}

    /** Returns these words and all macros. */
    public static Set<String> and(Set<String> words) {
        return Stream.concat(words.stream(), NAMES.stream()).collect(Collectors.toSet());
    }

    private static Set<String> read() {
        try (InputStream in = Macros.class.getResourceAsStream("macros.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .flatMap(line -> Stream.of(line.split(" ")))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException("macros.txt cannot be read: " + e, e);
        }
    }
}
