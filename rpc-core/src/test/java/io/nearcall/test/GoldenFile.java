// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Lines that are checked in, against those that the code makes now; src/test/resources/golden/README.md says more. */
public final class GoldenFile {

    private static final boolean REWRITTEN = Boolean.getBoolean("golden.write");

    private final Path file;
    private final List<String> lines = new ArrayList<>();

    public GoldenFile(String name) {
        this.file = Path.of("src", "test", "resources", "golden", name);
    }

    /** What was written next. */
    public synchronized void add(String what, byte[] bytes) {
        lines.add(what + " = " + HexFormat.of().formatHex(bytes));
    }

    /** The bytes between position and limit, which stay. */
    public void add(String what, ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        add(what, copy);
    }

    public synchronized void add(String line) {
        lines.add(line);
    }

    /** Fails at the first difference; or writes the file, if it is told to. */
    public synchronized void check() throws IOException {
        if (REWRITTEN) {
            Files.createDirectories(file.getParent());
            Files.write(file, lines);
        }
        assertThat(lines).as(file.toString()).containsExactlyElementsOf(Files.readAllLines(file));
    }
}
