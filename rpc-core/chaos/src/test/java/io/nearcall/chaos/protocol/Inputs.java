// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The committed inputs: valid conversations, and findings. */
final class Inputs {

    private Inputs() {}

    static Path directory() {
        try {
            return Path.of(Inputs.class.getResource("ProtocolInputs").toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<Path> files() {
        try (Stream<Path> files = Files.list(directory())) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<byte[]> all() {
        List<byte[]> inputs = new ArrayList<>();
        files().forEach(file -> inputs.add(read(file)));
        return inputs;
    }
}
