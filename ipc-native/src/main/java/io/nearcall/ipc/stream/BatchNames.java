// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of the files that batches put into a directory for a moment: {@code .KIND-PID-NONCE}, some with {@code -LANE}
 * behind.
 */
public final class BatchNames {

    private static final SecureRandom RANDOM = new SecureRandom();

    private final String prefix;
    private final Pattern batch;
    private final Pattern file;

    public BatchNames(String kind) {
        this.prefix = "." + kind + "-";
        this.batch = Pattern.compile(Pattern.quote(prefix) + "([1-9][0-9]{0,9})-[0-9a-f]{16}");
        this.file = Pattern.compile(batch + "(?:-(?:0|[1-9][0-9]{0,3}))?");
    }

    /** Returns a name that no batch had before. */
    public String next() {
        return prefix + ProcessHandle.current().pid() + "-" + HexFormat.of().toHexDigits(RANDOM.nextLong());
    }

    /** Whether it is the name of a batch. A path that is made of such a name stays in the directory. */
    public boolean matches(String name) {
        return batch.matcher(name).matches();
    }

    /**
     * Removes the files that dead processes have left in the directory.
     *
     * @param dead whether the process of that number is certainly dead
     * @param remove removes one file, if it is what it should be; returns whether it did
     * @return how many were removed
     */
    public int sweep(Path directory, LongPredicate dead, Predicate<Path> remove) {
        int removed = 0;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, prefix + "*")) {
            for (Path entry : entries) {
                Matcher name = file.matcher(entry.getFileName().toString());
                if (name.matches() && dead.test(Long.parseLong(name.group(1))) && remove.test(entry)) {
                    removed++;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list " + directory + ": " + e.getMessage(), e);
        }
        return removed;
    }
}
