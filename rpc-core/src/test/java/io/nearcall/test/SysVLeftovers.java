// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import io.nearcall.ipc.os.SysVMessages;
import io.nearcall.ipc.os.SysVSemaphores;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** System V's objects that the processes of a test have left, or that one of its endpoints has not given up yet. */
public final class SysVLeftovers {

    /** What the names of records begin with. */
    static final String RECORDS = ".sysv";

    private SysVLeftovers() {}

    /** Removes the objects that a record names, whether or not its process lives. Memory needs no removal. */
    static void remove(Path record) throws IOException {
        for (int key : keys(record)) {
            int queue = SysVMessages.open(key, 0);
            if (queue >= 0) {
                SysVMessages.remove(queue);
            }
            int semaphores = SysVSemaphores.open(key, 0, 0);
            if (semaphores >= 0) {
                SysVSemaphores.remove(semaphores);
            }
        }
    }

    /** The keys of the queues and semaphores that all records of a directory name. */
    public static List<Integer> keysIn(Path directory) throws IOException {
        List<Integer> keys = new ArrayList<>();
        try (DirectoryStream<Path> records = Files.newDirectoryStream(directory, RECORDS + "*")) {
            for (Path record : records) {
                keys.addAll(keys(record));
            }
        }
        return keys;
    }

    /** Whether there is a queue, or semaphores, of that key. */
    public static boolean isThere(int key) {
        return SysVMessages.open(key, 0) >= 0 || SysVSemaphores.open(key, 0, 0) >= 0;
    }

    private static List<Integer> keys(Path record) throws IOException {
        List<Integer> keys = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(record)) {
                String[] words = line.split(" ");
                if (words.length == 3 && !words[0].equals("shm")) { // else it is the namespace, or memory
                    int firstKey = Integer.parseUnsignedInt(words[1], 16);
                    for (int key = firstKey; key < firstKey + Integer.parseInt(words[2]); key++) {
                        keys.add(key);
                    }
                }
            }
        } catch (NoSuchFileException e) {
            // given up meanwhile
        }
        return keys;
    }
}
