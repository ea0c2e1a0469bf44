// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.segment;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this process holds of the system: descriptors and maps of anonymous memory. */
record Mappings(int descriptors, long memfdMaps) {

    static Mappings now() throws IOException {
        // Only the descriptors of these tests: files of the class path and pipes of child processes change.
        int held = 0;
        for (File descriptor : new File("/proc/self/fd").listFiles()) {
            try {
                String target = Files.readSymbolicLink(descriptor.toPath()).toString();
                held += target.startsWith("/memfd:") || target.startsWith("socket:") || target.endsWith("/orders")
                        ? 1
                        : 0;
            } catch (IOException e) {
                // closed meanwhile: the listing's own
            }
        }
        try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
            return new Mappings(
                    held, lines.filter(line -> line.contains("/memfd:")).count());
        }
    }
}
