// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** What the kernel says of itself and of this process in files. @param root for tests; the root of the file system */
record HostFiles(Path root) {

    private static final int LONGEST = 1 << 14;
    private static final int LIMIT_COLUMN = 26;

    Optional<String> text(String path) {
        // In one read: below /proc/sys a second one finds the end, wherever the first one stopped.
        byte[] bytes = new byte[LONGEST];
        try (InputStream in = Files.newInputStream(root.resolve(path))) {
            int length = Math.max(0, in.read(bytes));
            return Optional.of(new String(bytes, 0, length, StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            return Optional.empty(); // of another kernel, or hidden in a container
        }
    }

    OptionalLong number(String path) {
        return text(path)
                .filter(text -> text.matches("[0-9]{1,18}"))
                .map(text -> OptionalLong.of(Long.parseLong(text)))
                .orElse(OptionalLong.empty());
    }

    /** Of several in a line. */
    OptionalLong lastNumber(String path) {
        return text(path)
                .map(text -> text.substring(text.lastIndexOf('\t') + 1))
                .filter(text -> text.matches("[0-9]{1,18}"))
                .map(text -> OptionalLong.of(Long.parseLong(text)))
                .orElse(OptionalLong.empty());
    }

    /** How many numbers a list such as {@code 0-1,8} has; 0 if it is none. */
    static int count(String list) {
        int count = 0;
        for (String range : list.split(",")) {
            if (!range.matches("[0-9]{1,6}(-[0-9]{1,6})?")) {
                return 0;
            }
            String[] ends = range.split("-");
            count += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
        }
        return count;
    }

    /** How many files this process may have open. */
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
