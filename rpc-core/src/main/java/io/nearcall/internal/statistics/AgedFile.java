// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.io.File;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A file of a dead process, and its time of change at one look. Others may change files while many are sorted. */
public record AgedFile(File file, long modifiedMs) {

    private static final int MOST = 8;
    private static final long KEPT_MS = 3_600_000;

    /**
     * Removes the files that were changed more than an hour ago. Of the files with the suffix, also removes all except
     * the last eight.
     */
    public static void sweep(List<File> dead, String suffix) {
        List<AgedFile> aged = new ArrayList<>();
        for (File file : dead) {
            aged.add(new AgedFile(file, file.lastModified())); // 0 ms if the file does not exist
        }
        aged.sort(Comparator.comparingLong(AgedFile::modifiedMs).reversed());
        long oldestMs = System.currentTimeMillis() - KEPT_MS;
        for (int i = 0; i < aged.size(); i++) {
            AgedFile each = aged.get(i);
            if (each.modifiedMs < oldestMs || i >= MOST && each.file.getName().endsWith(suffix)) {
                each.file.delete(); // if this fails, the next process tries again
            }
        }
    }
}
