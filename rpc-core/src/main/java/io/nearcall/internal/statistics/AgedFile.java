// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.io.File;
import java.util.Comparator;

/** A file, and its time of change at one look. Others may change files while many are sorted. */
public record AgedFile(File file, long modifiedMs) {

    public static final Comparator<AgedFile> YOUNGEST_FIRST =
            Comparator.comparingLong(AgedFile::modifiedMs).reversed();

    /** Creates it with the present time of change; 0 ms if the file does not exist. */
    public AgedFile(File file) {
        this(file, file.lastModified());
    }
}
