// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import io.nearcall.ipc.host.Host;

/**
 * The process that holds a name, according to its lock.
 *
 * @param pid its number in its own pid namespace; 0 if unknown
 * @param namespace its pid namespace, such as {@code pid:[4026531836]}; empty if unknown
 */
record Holder(int pid, String namespace) {

    static final Holder UNKNOWN = new Holder(0, "");

    private static final String MARK = "nearcall ";

    /* Two containers that share a directory may each have a process 1, so a number alone says nothing. */
    private static final String OWN_NAMESPACE = StatisticsDirectory.pidNamespace();

    /** This process. */
    static Holder current() {
        return new Holder(Host.current().pid(), OWN_NAMESPACE);
    }

    /** Whether a file with that text may be a lock of Nearcall. */
    static boolean isText(String text) {
        return text.startsWith(MARK) || MARK.startsWith(text);
    }

    /** Reads a lock's text; {@link #UNKNOWN} if it names nobody. */
    static Holder parse(String text) {
        if (!text.startsWith(MARK)) {
            return UNKNOWN;
        }
        String[] words = text.substring(MARK.length()).trim().split(" ", 2);
        try {
            return new Holder(Integer.parseInt(words[0]), words.length == 2 ? words[1] : "");
        } catch (NumberFormatException e) {
            return UNKNOWN;
        }
    }

    /** The text that {@link #parse} reads. */
    String text() {
        return MARK + (pid + " " + namespace).trim() + "\n";
    }

    /** Whether the process is in another pid namespace, such as another container's. */
    boolean isElsewhere() {
        return !namespace.isEmpty() && !OWN_NAMESPACE.isEmpty() && !namespace.equals(OWN_NAMESPACE);
    }

    /** The process number in this process's pid namespace; 0 if it is unknown, or has none here. */
    int pidHere() {
        return isElsewhere() ? 0 : pid;
    }

    /** Also false if that is unknown. */
    boolean isAlive() {
        return pidHere() > 0 && Host.current().isAlive(pid);
    }
}
