// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import java.nio.file.Path;

/** Names in the directories of the user, which runs in other scratch directories do not meet. */
final class NameOfRun {

    private NameOfRun() {}

    /** The same in every run in that directory, so that the next one takes over what a killed one left. */
    static String of(Path scratch, String what) {
        return "papers-" + Integer.toHexString(scratch.toString().hashCode()) + "-" + what;
    }
}
