// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The commit under test. Only the main sources of the product's modules count, not the tests. */
record Revision(Path repository) {

    private static final List<String> SOURCES = List.of("ipc-native/src/main", "codegen/src/main", "rpc-core/src/main");
    private static final String WITH_CHANGES = " with changes";

    /** The commit's abbreviated name, and whether main sources differ from it; "unknown" outside of a repository. */
    String current() {
        String commit = git(List.of("rev-parse", "--short=10", "HEAD"));
        List<String> status = new ArrayList<>(List.of("status", "--porcelain", "--"));
        SOURCES.forEach(sources -> status.add(":(top)" + sources));
        return commit.isEmpty() ? "unknown" : git(status).isEmpty() ? commit : commit + WITH_CHANGES;
    }

    /** The hashes of the main sources of the {@link #current} revision; empty if they are not in the repository. */
    Optional<String> sources(String revision) {
        if (revision.endsWith(WITH_CHANGES)) {
            return Optional.empty();
        }
        String trees =
                git(Stream.concat(Stream.of("rev-parse"), SOURCES.stream().map(sources -> revision + ":" + sources))
                        .toList());
        return Optional.of(trees).filter(hashes -> !hashes.isEmpty());
    }

    private String git(List<String> arguments) {
        try {
            Process process = new ProcessBuilder(
                            Stream.concat(Stream.of("git"), arguments.stream()).toList())
                    .directory(repository.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? answer : "";
        } catch (IOException e) {
            return ""; // there is no git
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
