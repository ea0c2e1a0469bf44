// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.stream;

import java.nio.ByteBuffer;

/** The reading end of a lane's stream. Never blocks; one thread at a time. */
public interface LaneSource {

    /**
     * Reads what is there.
     *
     * @param destination direct; its position and limit are neither used nor changed
     * @param length at least 1
     * @return how many bytes; 0 if there are none now or none any more. The layer above finds out by itself who has
     *     died
     */
    int read(ByteBuffer destination, int offset, int length);
}
