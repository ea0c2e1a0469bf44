// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import io.nearcall.internal.codec.LaneCodec;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Codecs for callers that read their answers themselves; some are kept. Any thread. */
final class SpareCodecs {

    private static final int MOST_IDLE = 16;

    private final Link link;
    private final BlockingQueue<LaneCodec> idle = new ArrayBlockingQueue<>(MOST_IDLE);

    SpareCodecs(Link link) {
        this.link = link;
    }

    LaneCodec borrow() {
        LaneCodec codec = idle.poll();
        return codec != null ? codec : link.newCodec();
    }

    /** Takes a codec back whose use went well. */
    void giveBack(LaneCodec used) {
        used.reset();
        idle.offer(used);
    }
}
