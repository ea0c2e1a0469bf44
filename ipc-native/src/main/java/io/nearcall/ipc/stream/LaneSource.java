// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.stream;

import java.nio.ByteBuffer;

/** The reading end of the stream that a lane is sent over. Never blocks; one thread at a time. */
public interface LaneSource {

    /**
     * Reads what is there.
     *
     * @param destination direct; its position and limit neither matter nor move
     * @param length at least 1
     * @return how many bytes; 0 if there are none now, or none any more: who has died the layer above finds out by itself
     */
    int read(ByteBuffer destination, int offset, int length);
}
