// SPDX-License-Identifier: Apache-2.0

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Compresses those entries of a jar whose names begin with one of the prefixes, and leaves all others, their order and their times as
 * they are. The build runs this file after it has packed the classes without compression, for what a start over shared memory does not
 * read: {@code java CompressEntries.java JAR PREFIX...}.
 */
final class CompressEntries {

    private CompressEntries() {}

    public static void main(String[] args) throws IOException {
        Path jar = Path.of(args[0]);
        List<String> prefixes = List.of(args).subList(1, args.length);
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (ZipFile source = new ZipFile(jar.toFile());
                ZipOutputStream target = new ZipOutputStream(written)) {
            target.setLevel(Deflater.BEST_COMPRESSION);
            Enumeration<? extends ZipEntry> entries = source.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                boolean compressed = !entry.isDirectory() && prefixes.stream().anyMatch(entry.getName()::startsWith);
                target.putNextEntry(copy(entry, compressed));
                try (InputStream content = source.getInputStream(entry)) {
                    content.transferTo(target);
                }
                target.closeEntry();
            }
        }
        Files.write(jar, written.toByteArray());
    }

    private static ZipEntry copy(ZipEntry entry, boolean compressed) {
        ZipEntry copy = new ZipEntry(entry.getName());
        copy.setTimeLocal(entry.getTimeLocal()); // as written: whatever the time zone is
        copy.setMethod(compressed ? ZipEntry.DEFLATED : ZipEntry.STORED);
        if (!compressed) {
            copy.setSize(entry.getSize());
            copy.setCompressedSize(entry.getSize());
            copy.setCrc(entry.getCrc());
        }
        return copy;
    }
}
