// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.windows;

import java.io.IOException;

/** What is needed to run programs of Windows is not there. The message says what. */
public final class NoWineException extends IOException {

    private static final long serialVersionUID = 1;

    NoWineException(String message) {
        super(message);
    }
}
