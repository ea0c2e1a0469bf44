// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.callback;

/** A guest has sent a dish back. */
public final class SentBack extends Exception {

    private static final long serialVersionUID = 1L;

    public SentBack(String message) {
        super(message);
    }
}
