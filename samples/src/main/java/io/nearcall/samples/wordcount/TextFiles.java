// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.wordcount;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/** The chunks of several files, one file after the other. Not thread-safe. */
final class TextFiles implements Closeable {

    private final Iterator<Path> paths;
    private final int chunkBytes;
    private TextFile current;

    TextFiles(List<Path> paths, int chunkBytes) {
        this.paths = paths.iterator();
        this.chunkBytes = chunkBytes;
    }

    /** Returns the number of bytes in all files. Throws if a file cannot be read, and says what is wrong with it. */
    static long totalBytes(List<Path> paths) throws IOException {
        long total = 0;
        for (Path path : paths) {
            if (!Files.exists(path)) {
                throw new InvalidText(path + ": no such file.");
            }
            if (Files.isDirectory(path)) {
                throw new InvalidText(path + ": a directory. Name the files in it.");
            }
            if (!Files.isRegularFile(path)) {
                throw new InvalidText(path + ": not a regular file. Write what comes from it to one first.");
            }
            if (!Files.isReadable(path)) {
                throw new InvalidText(path + ": this user may not read it.");
            }
            total += Files.size(path);
        }
        return total;
    }

    /** Returns the next chunk, or null when all files have been read. */
    Chunk next() throws IOException {
        while (true) {
            if (current == null) {
                if (!paths.hasNext()) {
                    return null;
                }
                current = open(paths.next());
            }
            Chunk chunk = current.next();
            if (chunk != null) {
                return chunk;
            }
            close();
        }
    }

    private TextFile open(Path path) throws IOException {
        try {
            return new TextFile(path, chunkBytes);
        } catch (AccessDeniedException e) {
            throw new InvalidText(path + ": this user may not read it.");
        }
    }

    @Override
    public void close() throws IOException {
        if (current != null) {
            current.close();
            current = null;
        }
    }
}
