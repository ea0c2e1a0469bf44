// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Supplier;

/** Codecs of one connection for callers that need one briefly. Some are kept. Any thread may use it. */
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

    /** Takes a codec back whose use succeeded. */
    public void giveBack(LaneCodec used) {
        used.reset();
        idle.offer(used);
    }
}
