// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

/** The serving role of a lane whose other role waits for an answer: runs the calls that come back meanwhile. */
public interface LaneServer {

    /**
     * The channel's current message is a call: reads it, runs its method on this thread, and answers.
     *
     * <p>If the current message is the rest of a call that was cut short, reads over it as {@link Nesting#refuse}.
     *
     * @throws WaitOver if it does not come to its end in time: its rest is then read over when it comes, or if it has been
     *     run, its answer is left to {@link #tryAnswer}
     * @throws RuntimeException if the connection has ended, or the peer broke the protocol
     */
    void serveNested();

    /**
     * Tells the caller of a call whose answer was not written to its end in time, or that is refused, if there is room.
     * Does not wait.
     *
     * @param hasRun whether the method has been called
     * @return whether there was room
     */
    boolean tryAnswer(long callId, boolean hasRun);

    /** Whether a method of that object is seen to run on the lane; also if others run within it, whosever it is. Any thread. */
    boolean isCalling(Object target);

    /** The caller has given up: interrupts the method, if it is still that call's. Any thread. */
    void interrupt(long callId);
}
