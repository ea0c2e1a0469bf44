// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.context;

import com.esotericsoftware.kryo.kryo5.io.Output;

/** The metadata that the peer has of the calls of one lane, and need not get again. Confined to the sender. */
public final class SentPairs {

    /*
     * Most calls of a lane carry the pairs of the call before. A traceparent adds two cache lines, which the peer must
     * fetch and compare. They took most of what a context cost. The pairs are compared by identity.
     *
     * The peer keeps the pairs of the last block that it has read. It has not read the last block that was sent if that
     * message was given up half-way, or was refused unread. So after every call that fails, the pairs are sent again.
     */

    private final boolean understood;
    private Metadata sent = Metadata.NONE;

    /** @param understood whether the peer has said that it keeps pairs */
    public SentPairs(boolean understood) {
        this.understood = understood;
    }

    /**
     * Writes the context of a call.
     *
     * @param remainingNs 0 for a call without a limit
     */
    public void write(Output output, long remainingNs, Metadata metadata) {
        if (metadata == sent && metadata != Metadata.NONE) {
            ContextBlock.writeRepeated(output, remainingNs);
            return;
        }
        ContextBlock.write(output, remainingNs, metadata);
        if (understood && metadata != Metadata.NONE) {
            sent = metadata;
        }
    }

    /** A call has failed: the peer may not have read its pairs. */
    public void forget() {
        if (sent != Metadata.NONE) {
            sent = Metadata.NONE;
        }
    }
}
