// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

/** The content of a round trip. */
public enum Payload {
    /** Random bytes. They come back unchanged if request and reply have the same length. */
    BYTES,
    /** A {@code Long}, serialised and restored by both sides. */
    LONG
}
