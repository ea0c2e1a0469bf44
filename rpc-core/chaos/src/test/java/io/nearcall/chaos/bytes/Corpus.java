// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.bytes;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The committed messages, where Jazzer looks for them. */
final class Corpus {

    private Corpus() {}

    static List<byte[]> of(Reading reading) throws IOException {
        URL inputs = Corpus.class.getResource("BytesFuzzTestInputs/" + reading.name());
        List<byte[]> messages = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of(inputs.toURI())).sorted()) {
            for (Path file : files.toList()) {
                messages.add(Files.readAllBytes(file));
            }
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
        return messages;
    }

    /** Makes it read its corpus twice, so that all lazily made objects exist. Faults show later. */
    static Reading warmed(Reading reading, Judge judge) throws IOException {
        for (int i = 0; i < 2; i++) {
            for (byte[] message : of(reading)) {
                judge.read(reading, message);
            }
        }
        return reading;
    }
}
