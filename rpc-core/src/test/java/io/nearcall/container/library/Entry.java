// SPDX-License-Identifier: Apache-2.0
package io.nearcall.container.library;

import java.io.Serializable;

/** A value of the container's, of which only the name is remembered. */
public final class Entry implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String text;

    public Entry(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    private Object readResolve() {
        return new Entry(text);
    }
}
