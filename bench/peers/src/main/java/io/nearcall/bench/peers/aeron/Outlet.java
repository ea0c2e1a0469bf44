// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers.aeron;

import io.aeron.Publication;
import io.aeron.logbuffer.BufferClaim;
import org.agrona.DirectBuffer;

/** One thread's way to write to a stream. */
final class Outlet {

    private final Publication publication;
    private final int claimable;
    private final BufferClaim claim = new BufferClaim();

    Outlet(Publication publication) {
        this.publication = publication;
        this.claimable = publication.maxPayloadLength();
    }

    boolean isConnected() {
        return publication.isConnected();
    }

    /** Claims room in the stream itself, to be committed. Spins while the reader is a window behind. */
    BufferClaim claim(int length) {
        for (long result = publication.tryClaim(length, claim);
                result < 0;
                result = publication.tryClaim(length, claim)) {
            retry(result);
        }
        return claim;
    }

    /** Sends bytes in one copy, if a frame holds that many. */
    void send(DirectBuffer from, int offset, int length, long word) {
        if (length <= claimable) {
            claim(length).buffer().putBytes(claim.offset(), from, offset, length);
            claim.reservedValue(word).commit();
        } else {
            sendInFragments(from, offset, length, word);
        }
    }

    private void sendInFragments(DirectBuffer from, int offset, int length, long word) {
        for (long result = offer(from, offset, length, word); result < 0; result = offer(from, offset, length, word)) {
            retry(result);
        }
    }

    private long offer(DirectBuffer from, int offset, int length, long word) {
        return publication.offer(from, offset, length, (buffer, frameOffset, frameLength) -> word);
    }

    private void retry(long result) {
        if (result == Publication.CLOSED || result == Publication.MAX_POSITION_EXCEEDED) {
            throw new IllegalStateException(
                    "stream " + publication.streamId() + " takes no more: " + Publication.errorString(result));
        }
        Thread.onSpinWait();
    }
}
