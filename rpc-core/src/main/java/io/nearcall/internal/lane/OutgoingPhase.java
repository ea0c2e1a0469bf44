// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

/** How far an outgoing call has come. */
public enum OutgoingPhase {
    /** Arguments are being written; the peer has at most a part of them. */
    WRITING,
    /** The whole call has been sent; the answer, or the next frame of it, has not come. */
    SENT,
    /** A frame of the answer is the channel's current one. */
    ANSWERED,
    /** The whole answer has been read and given back. */
    CONSUMED
}
