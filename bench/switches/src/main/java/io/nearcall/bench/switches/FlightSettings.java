// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.switches;

import io.nearcall.Endpoint;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The settings for flight recordings that the product's jar has. */
final class FlightSettings {

    private static final String RESOURCE = "/META-INF/nearcall.jfc";

    private FlightSettings() {}

    /** A file that the JVM can be told of. */
    static Path file(Path scratch) {
        Path file = scratch.resolve("nearcall.jfc");
        try (InputStream shipped = Endpoint.class.getResourceAsStream(RESOURCE)) {
            Files.copy(shipped, file, StandardCopyOption.REPLACE_EXISTING);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
