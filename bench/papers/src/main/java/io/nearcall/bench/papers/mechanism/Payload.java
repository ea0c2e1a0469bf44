// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

/** What the bytes of a round trip are. */
public enum Payload {
    /** Random ones, that come back as they went where request and reply are of one length. */
    BYTES,
    /** A {@code Long}, serialised and restored by both sides. */
    LONG
}
