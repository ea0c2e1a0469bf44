// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.io.File;
import java.util.Comparator;

/** A file, and when it was last changed at one look: others may change it while many are put in order. */
public record AgedFile(File file, long modifiedMs) {

    public static final Comparator<AgedFile> YOUNGEST_FIRST =
            Comparator.comparingLong(AgedFile::modifiedMs).reversed();

    /** As it is now; 0 ms if it is not there. */
    public AgedFile(File file) {
        this(file, file.lastModified());
    }
}
