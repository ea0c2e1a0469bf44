// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import java.util.Locale;

/** The part of the operating system that a mechanism uses. */
public enum Family {
    SOCKET("socket"),
    PIPE("named pipe"),
    UNIX("Unix socket"),
    QUEUE("message queue"),
    MEMORY("shared memory");

    private final String title;

    Family(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    /** Returns the title of the same mechanism in C ({@code mechanisms.c}). */
    public String titleInC() {
        return title + ", in C";
    }

    /** Returns the name that {@code mechanisms.c} reads. */
    public String nameInC() {
        return name().toLowerCase(Locale.ROOT);
    }
}
