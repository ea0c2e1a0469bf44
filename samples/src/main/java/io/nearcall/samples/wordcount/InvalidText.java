// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.wordcount;

import java.io.IOException;

/** A file cannot be counted. The message tells the owner of the file why. */
final class InvalidText extends IOException {

    private static final long serialVersionUID = 1L;

    InvalidText(String message) {
        super(message);
    }
}
