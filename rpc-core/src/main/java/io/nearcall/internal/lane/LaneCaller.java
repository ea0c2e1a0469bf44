// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

/** The calling role of a lane on which a method runs: what the method calls on the same connection goes there. */
public interface LaneCaller {

    /**
     * Waits until the answers to calls have come that were given up, and reads over them: before that nothing may be written
     * to the lane.
     *
     * @throws WaitOver if the time of our call is over, within which the method runs that has ended
     * @throws LaneClosed if the connection ends; also if no call of ours is around it, and the peer makes others wait
     */
    void awaitLateAnswers();

    /**
     * Waits for room for the answer to a call that came back while ours is waited for. Throws as above.
     *
     * @param look is run from time to time; what it throws ends the wait, too
     * @param patienceEndNs when to give up, if others need the thread and no call of this side is around it
     */
    void awaitRoom(Runnable look, long patienceEndNs);

    /** The call of that id, which came back, has been run, and has not been answered in time. */
    void answerLater(long callId);

    /** The call of that id, which came back, is not run; the peer waits for this answer before any other. */
    void refuseNext(long callId);

    /**
     * Waits for the next frame of a call that has come back while ours is waited for.
     *
     * @param patienceEndNs when to give up, if others need the thread and no call of this side is around it
     * @throws WaitOver if the time of our call is over
     * @throws LaneClosed if the connection ends
     */
    void awaitRest(long patienceEndNs);

    /**
     * Called every few frames while a call that came back is read.
     *
     * @throws WaitOver if the time of our call is over
     */
    void checkTime();
}
