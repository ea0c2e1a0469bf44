// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import java.nio.file.Path;

/** Names in the directories of the user. Runs in other scratch directories do not use them. */
final class NameOfRun {

    private NameOfRun() {}

    /** Returns the same name in every run in that directory, so the next run takes over what a killed one has left. */
    static String of(Path scratch, String what) {
        return "papers-" + Integer.toHexString(scratch.toString().hashCode()) + "-" + what;
    }
}
