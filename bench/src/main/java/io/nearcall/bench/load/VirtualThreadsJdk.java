// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds a JDK with virtual threads: the named one, this one, or the newest that is installed. */
final class VirtualThreadsJdk {

    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+).*");

    private final Path installed;

    VirtualThreadsJdk() {
        this(Path.of("/usr/lib/jvm"));
    }

    /** @param installed the directory that has a directory for each JDK */
    VirtualThreadsJdk(Path installed) {
        this.installed = installed;
    }

    /**
     * Returns the home of the JDK.
     *
     * @param named the value of the build's {@code JAVA25_HOME}; null if there is none
     * @throws IllegalArgumentException if the named JDK has no virtual threads
     */
    Optional<Path> find(String named, int ownVersion) throws IOException {
        if (named != null) {
            Path home = Path.of(named);
            if (version(home) < FIRST_WITH_VIRTUAL_THREADS) {
                throw new IllegalArgumentException("JAVA25_HOME=" + named + " is no JDK 21 or newer");
            }
            return Optional.of(home);
        }
        return ownVersion >= FIRST_WITH_VIRTUAL_THREADS
                ? Optional.of(Path.of(System.getProperty("java.home")))
                : newestInstalled();
    }

    private Optional<Path> newestInstalled() throws IOException {
        TreeMap<Integer, Path> byVersion = new TreeMap<>();
        if (Files.isDirectory(installed)) {
            try (DirectoryStream<Path> homes = Files.newDirectoryStream(installed)) {
                for (Path home : homes) {
                    byVersion.put(version(home), home);
                }
            }
        }
        return Optional.ofNullable(byVersion.lastEntry())
                .filter(newest -> newest.getKey() >= FIRST_WITH_VIRTUAL_THREADS)
                .map(Map.Entry::getValue);
    }

    /** Returns 0 if there is no JDK. */
    private static int version(Path home) throws IOException {
        Path release = home.resolve("release");
        if (!Files.isRegularFile(release)) {
            return 0;
        }
        List<String> lines = Files.readAllLines(release);
        return lines.stream()
                .map(VERSION::matcher)
                .filter(Matcher::matches)
                .mapToInt(version -> Integer.parseInt(version.group(1)))
                .findFirst()
                .orElse(0);
    }
}
