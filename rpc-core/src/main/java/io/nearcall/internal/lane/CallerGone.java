// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

/**
 * Nobody waits any more for the answer that is being written. This exception only ends the writing. It has no stack
 * trace and is never logged.
 */
final class CallerGone extends RuntimeException {

    private static final long serialVersionUID = 1L;

    CallerGone() {
        super("the caller has given up", null, false, false);
    }
}
