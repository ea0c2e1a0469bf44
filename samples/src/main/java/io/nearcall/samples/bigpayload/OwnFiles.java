// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.bigpayload;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Files to send when none is named, from small to too large for one call. They are deleted when the JVM exits. */
final class OwnFiles {

    private static final int BLOCK_BYTES = 64 << 10;
    private static final int[] BLOCKS = {1, 128, 2_048, 4_160};

    private OwnFiles() {}

    static List<Path> make() throws IOException {
        Path directory = Files.createTempDirectory("bigpayload-");
        List<Path> files = new ArrayList<>();
        // The hook runs after Ctrl-C too.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
        byte[] block = new byte[BLOCK_BYTES];
        Random random = new Random(7);
        for (int blocks : BLOCKS) {
            Path file = directory.resolve((long) blocks * BLOCK_BYTES + "-bytes");
            try (OutputStream out = Files.newOutputStream(file)) {
                for (int i = 0; i < blocks; i++) {
                    random.nextBytes(block);
                    out.write(block);
                }
            }
            files.add(file);
        }
        return files;
    }

    private static void delete(Path directory) {
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(directory);
        } catch (IOException e) {
            System.err.println("bigpayload: " + directory + " stays: " + e);
        }
    }
}
