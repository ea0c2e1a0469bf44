// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

/** The call was read, but must not start: the endpoint is closing, or the caller has given up. */
public final class NotStarted extends RuntimeException {

    private static final long serialVersionUID = 1L;
}
