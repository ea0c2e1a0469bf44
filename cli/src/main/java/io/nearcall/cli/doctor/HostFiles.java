// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads what the kernel's files say about it and about this process. {@code root} is / except in tests. */
record HostFiles(Path root) {

    private static final int LONGEST = 1 << 22;
    private static final int LIMIT_COLUMN = 26;
    private static final String ALLOWED = "Cpus_allowed_list:";

    Optional<String> text(String path) {
        // Below /proc/sys a second read returns the end of the file, wherever the first one stopped. Below
        // /proc/sysvipc each read returns at most one page.
        try (InputStream in = Files.newInputStream(root.resolve(path))) {
            return Optional.of(new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            return Optional.empty(); // the file belongs to another kernel, or a container hides it
        }
    }

    OptionalLong number(String path) {
        return text(path)
                .filter(text -> text.matches("[0-9]{1,18}"))
                .map(text -> OptionalLong.of(Long.parseLong(text)))
                .orElse(OptionalLong.empty());
    }

    /** Returns the last of several numbers in a line. */
    OptionalLong lastNumber(String path) {
        return text(path)
                .map(text -> text.substring(text.lastIndexOf('\t') + 1))
                .filter(text -> text.matches("[0-9]{1,18}"))
                .map(text -> OptionalLong.of(Long.parseLong(text)))
                .orElse(OptionalLong.empty());
    }

    /** Returns the numbers of a list such as {@code 0-1,8}; empty if the text is not such a list. */
    static BitSet numbers(String list) {
        BitSet numbers = new BitSet();
        for (String range : list.split(",")) {
            if (!range.matches("[0-9]{1,6}(-[0-9]{1,6})?")) {
                return new BitSet();
            }
            String[] ends = range.split("-");
            int first = Integer.parseInt(ends[0]);
            numbers.set(first, Math.max(first, Integer.parseInt(ends[ends.length - 1])) + 1);
        }
        return numbers;
    }

    /** Returns the processors on which this process may run; empty if they are not known. */
    BitSet allowedProcessors() {
        return text("proc/self/status").stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith(ALLOWED))
                .map(line -> numbers(line.substring(ALLOWED.length()).strip()))
                .findFirst()
                .orElseGet(BitSet::new);
    }

    /** Returns how many files this process may have open. */
    OptionalLong openFiles() {
        return text("proc/self/limits").stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("Max open files") && line.length() > LIMIT_COLUMN)
                .map(line -> line.substring(LIMIT_COLUMN).strip().split(" +")[0])
                .filter(soft -> soft.matches("[0-9]{1,18}"))
                .mapToLong(Long::parseLong)
                .findFirst();
    }
}
