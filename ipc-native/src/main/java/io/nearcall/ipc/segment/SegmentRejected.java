// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.segment;

import io.nearcall.ipc.channel.PeerFault;

/** A peer passed a descriptor that is not the segment that was agreed on: unsealed, sparse, of another size or content. */
public final class SegmentRejected extends PeerFault {

    private static final long serialVersionUID = 1L;

    public SegmentRejected(String reason) {
        super(reason);
    }
}
