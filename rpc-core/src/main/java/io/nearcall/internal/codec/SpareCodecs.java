// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Supplier;

/** Codecs of one connection for those who need one for a moment; some are kept. Any thread. */
public final class SpareCodecs {

    private static final int MOST_IDLE = 16;

    private final Supplier<LaneCodec> maker;
    private final BlockingQueue<LaneCodec> idle = new ArrayBlockingQueue<>(MOST_IDLE);

    public SpareCodecs(Supplier<LaneCodec> maker) {
        this.maker = maker;
    }

    public LaneCodec borrow() {
        LaneCodec codec = idle.poll();
        return codec != null ? codec : maker.get();
    }

    /** Takes a codec back whose use went well. */
    public void giveBack(LaneCodec used) {
        used.reset();
        idle.offer(used);
    }
}
