// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the process of a test has. */
final class OwnResources {

    private OwnResources() {}

    /** How many descriptors are open. */
    static long descriptors() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.count();
        }
    }

    /** What is used of the heap behind a collection. */
    static long usedHeapBytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
