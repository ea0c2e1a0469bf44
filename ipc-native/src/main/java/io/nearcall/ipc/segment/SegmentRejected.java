// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.segment;

/** A peer passed a descriptor that is not the segment that was agreed on: unsealed, sparse, of another size or content. */
public final class SegmentRejected extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public SegmentRejected(String reason) {
        super(reason);
    }
}
