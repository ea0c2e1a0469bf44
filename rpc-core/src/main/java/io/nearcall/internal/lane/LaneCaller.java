// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

/** The calling role of a lane: what a method that runs on the lane calls on the same connection goes there. */
public interface LaneCaller {

    /**
     * The channel's current frame is for the other role: a call that has come back, or the rest of one. Has it served, and puts
     * back the call around it.
     *
     * @throws WaitOver as {@link LaneServer#serveNested}, if no call of this role is around it
     * @throws RuntimeException if the time of that call is over, or the connection has ended
     */
    void serveNested();
}
