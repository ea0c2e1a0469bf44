// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * A file of docs/vectors: committed bytes of the protocol, which are compared with the bytes that the code makes now. An
 * entry is a name, an equals sign and bytes in hexadecimal digits. Lines that begin with a space continue the bytes, and a
 * {@code #} begins a comment.
 */
public final class Vectors {

    /** What the files have is replaced by what the code makes; comments stay where the bytes do. */
    private static final boolean REWRITTEN = Boolean.getBoolean("vectors.write");

    private static final int LINE_LENGTH = 32;

    /** @param text with its comments, and with those in front of it */
    private record Entry(String name, byte[] bytes, String text) {
        String shown() {
            return name + " = " + HexFormat.of().formatHex(bytes);
        }
    }

    private final Path file;
    private final List<Entry> present = new ArrayList<>();
    private final List<Entry> made = new ArrayList<>();

    /** A file of that name, which may be missing. */
    public Vectors(String name) {
        this.file = Path.of("..", "docs", "vectors", name);
        try {
            read(Files.exists(file) ? Files.readAllLines(file) : List.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(List<String> lines) {
        List<String> block = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            block.add(lines.get(i));
            boolean goesOn = i + 1 < lines.size() && lines.get(i + 1).startsWith(" ");
            if (!goesOn && !lines.get(i).isBlank() && !lines.get(i).startsWith("#")) {
                present.add(entry(block));
                block.clear();
            }
        }
    }

    private static Entry entry(List<String> block) {
        StringBuilder plain = new StringBuilder();
        block.forEach(line -> plain.append(line.contains("#") ? line.substring(0, line.indexOf('#')) : line));
        int equals = plain.indexOf("=");
        return new Entry(
                plain.substring(0, equals).strip(),
                HexFormat.of().parseHex(plain.substring(equals + 1).replaceAll("\\s", "")),
                String.join("\n", block));
    }

    /** What the code has made next. */
    public synchronized void add(String name, byte[] bytes) {
        made.add(new Entry(name, bytes, laidOut(name, bytes)));
    }

    private static String laidOut(String name, byte[] bytes) {
        StringBuilder text = new StringBuilder(name).append(" =");
        for (int i = 0; i < bytes.length; i += LINE_LENGTH) {
            int end = Math.min(bytes.length, i + LINE_LENGTH);
            text.append(bytes.length > LINE_LENGTH ? "\n    " : " ")
                    .append(HexFormat.of().formatHex(bytes, i, end));
        }
        return text.toString();
    }

    /** The bytes between position and limit, which stay. */
    public void add(String name, ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        add(name, copy);
    }

    /** Next is an entry that was made by hand, because the code reads such bytes and does not write them. */
    public synchronized void keep(String name) {
        made.add(only(name));
    }

    /** The bytes that the file has under a name that only one of its entries bears. */
    public byte[] bytes(String name) {
        return only(name).bytes().clone();
    }

    private Entry only(String name) {
        List<Entry> named =
                present.stream().filter(entry -> entry.name().equals(name)).toList();
        assertThat(named).as("%s in %s", name, file).hasSize(1);
        return named.get(0);
    }

    /** The names of all entries of the file. */
    public List<String> names() {
        return present.stream().map(Entry::name).toList();
    }

    /** The bytes of all entries of the file. */
    public List<byte[]> all() {
        return present.stream().map(entry -> entry.bytes().clone()).toList();
    }

    /** Fails at the first difference, or writes the file if the build renews it. */
    public synchronized void check() throws IOException {
        if (REWRITTEN) {
            write();
        }
        assertThat(made)
                .extracting(Entry::shown)
                .as(file.toString())
                .containsExactlyElementsOf(present.stream().map(Entry::shown).toList());
    }

    private void write() throws IOException {
        Map<String, String> commented = new HashMap<>();
        present.forEach(entry -> commented.put(entry.shown(), entry.text()));
        List<Entry> written = made.stream()
                .map(entry ->
                        new Entry(entry.name(), entry.bytes(), commented.getOrDefault(entry.shown(), entry.text())))
                .toList();
        Files.write(file, written.stream().map(Entry::text).toList());
        present.clear();
        present.addAll(written);
    }
}
