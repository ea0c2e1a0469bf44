// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

/** The serving role of a lane whose other role waits for an answer: runs the calls that come back meanwhile. */
public interface LaneServer {

    /**
     * The channel's current message is a call: reads it, runs its method on this thread, and answers.
     *
     * @throws WaitOver if it does not come to its end in time; its rest is then left to {@link #refuseNested}, or if it has been
     *     run, its answer to {@link #tryAnswer}
     * @throws RuntimeException if the connection has ended, or the peer broke the protocol
     */
    void serveNested();

    /** As {@link #serveNested}, for a lane whose caller has given up: the method is not run. */
    void refuseNested();

    /** Whether the next frame goes on with a call that did not come to its end in time. */
    boolean isCutShort();

    /**
     * Tells the caller of a call that has been run, but whose answer was not written to its end in time, if there is room.
     *
     * @return whether there was
     */
    boolean tryAnswer(long callId);

    /** Whether a method of that object is seen to run on the lane; also if others run within it, whosever it is. Any thread. */
    boolean isCalling(Object target);

    /** The caller has given up: interrupts the method, if it is still that call's. Any thread. */
    void interrupt(long callId);
}
