// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import io.nearcall.ipc.os.SysVMessages;
import io.nearcall.ipc.os.SysVSemaphores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** System V's objects that the processes of a test have left, or that one of its endpoints never gives up. */
final class SysVLeftovers {

    /** What the names of records begin with. */
    static final String RECORDS = ".sysv";

    private SysVLeftovers() {}

    /** Removes what a record names, whether or not its process lives. Memory goes by itself. */
    static void remove(Path record) throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(record);
        } catch (NoSuchFileException e) {
            return;
        }
        for (String line : lines) {
            String[] words = line.split(" ");
            if (words.length != 3) {
                continue; // the namespace
            }
            int firstKey = Integer.parseUnsignedInt(words[1], 16);
            for (int key = firstKey; key < firstKey + Integer.parseInt(words[2]); key++) {
                if (words[0].equals("msg")) {
                    SysVMessages.remove(SysVMessages.open(key, 0));
                } else if (words[0].equals("sem")) {
                    SysVSemaphores.remove(SysVSemaphores.open(key, 0, 0));
                }
            }
        }
    }
}
