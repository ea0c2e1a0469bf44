// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.util.List;

/**
 * The owner of a page.
 *
 * @param directory the directory in which the page is made
 * @param pid the process id, as the process itself knows it
 * @param openedMs when the endpoint was opened, in milliseconds since the epoch
 * @param name the name of the endpoint
 * @param version the version of Nearcall; empty if it is not known
 * @param javaVersion the version of the JVM
 * @param pidNamespace the pid namespace, such as {@code pid:[4026531836]}; empty if it is not known
 * @param runtimeDirectory the runtime directory of the endpoint
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

    /** Returns the texts in the order of the header. */
    List<String> texts() {
        return List.of(name, version, javaVersion, pidNamespace, runtimeDirectory);
    }
}
