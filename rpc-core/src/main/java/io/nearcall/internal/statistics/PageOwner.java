// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.util.List;

/**
 * Whose a page is.
 *
 * @param directory in which the page is made
 * @param pid as the process itself knows it
 * @param openedMs when the endpoint was opened, in milliseconds since the epoch
 * @param name of the endpoint
 * @param version of Nearcall, empty if it is not known
 * @param javaVersion of the JVM
 * @param pidNamespace such as {@code pid:[4026531836]}; empty if it is not known
 * @param runtimeDirectory in which it meets others
 */
public record PageOwner(
        String directory,
        int pid,
        long openedMs,
        String name,
        String version,
        String javaVersion,
        String pidNamespace,
        String runtimeDirectory) {

    /** In the order in which they stand in the header. */
    List<String> texts() {
        return List.of(name, version, javaVersion, pidNamespace, runtimeDirectory);
    }
}
