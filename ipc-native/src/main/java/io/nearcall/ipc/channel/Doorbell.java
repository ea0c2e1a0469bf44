// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

/** Tells the peer, by another way than the channel, that a lane on which it rests has a frame. */
@FunctionalInterface
public interface Doorbell {

    /** Called on the thread that sent the frame. Must not block for long, and never throws. */
    void ring(int lane);
}
