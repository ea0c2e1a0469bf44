// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.wordcount;

import java.io.IOException;

/** A file that cannot be counted, and why, in words for its owner. */
final class InvalidText extends IOException {

    private static final long serialVersionUID = 1L;

    InvalidText(String message) {
        super(message);
    }
}
