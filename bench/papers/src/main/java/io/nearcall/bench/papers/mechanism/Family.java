// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import java.util.Locale;

/** What of the operating system a mechanism is made of. */
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

    /** As the title of the same in C ({@code mechanisms.c}). */
    public String titleInC() {
        return title + ", in C";
    }

    /** As {@code mechanisms.c} takes it. */
    public String nameInC() {
        return name().toLowerCase(Locale.ROOT);
    }
}
