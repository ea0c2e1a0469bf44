// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.internal.codec.FrameOutput;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Takes the result of a call that nobody waits for: the two sides disagree about which methods are one-way. */
public final class DiscardedOutput {

    private static final int LENGTH_BYTES = 4096;

    private final FrameOutput output = new FrameOutput(
            ByteBuffer.allocateDirect(LENGTH_BYTES).order(ByteOrder.LITTLE_ENDIAN),
            full -> full.reset(0, LENGTH_BYTES));

    public FrameOutput begin() {
        output.reset(0, LENGTH_BYTES);
        output.discard();
        return output;
    }
}
