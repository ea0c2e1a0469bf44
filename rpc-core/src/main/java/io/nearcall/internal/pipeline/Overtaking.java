// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import io.nearcall.NearcallException;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.lane.LaneWorker;
import io.nearcall.internal.log.Log;
import io.nearcall.internal.reference.MethodPace;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lets the thread of a shared lane itself run calls that may take long. If one does, another thread overtakes and goes
 * on with the lane.
 */
final class Overtaking {

    /* Leader and followers. All that a call needs has been read. So while its method runs, nobody uses the lane's
     * reading half, and any thread might. The thread that runs the method has that half back when the method returns,
     * unless another thread has taken it over.
     *
     * turn is n while call n of this kind runs, -n when it has run, and 0 when the lane has been taken over while it
     * ran. Whoever moves turn away from n has the lane: the call's thread moves it to -n, a thread that overtakes moves
     * it to 0. Whoever has the lane counts the numbers, and no number comes again. So the slow thread fails to move it,
     * whatever runs when its method returns.
     *
     * The monitor looks every millisecond while such calls come. It sends a thread if it has seen the same call twice
     * and the call waits for something, or if it has seen the call five times. A call that does not wait may have lost
     * its CPU to the callers. Then one more thread would only be one more that wants the CPU. The thread that was sent
     * does the overtaking. So if no thread can be had, or the method returns meanwhile, nothing has happened, and the
     * monitor looks on. What others wait for on this lane is held up by some two milliseconds. A method that computes
     * holds it up by six, and so does one that waits in native code, because it looks the same. Afterwards that happens
     * once in a number of calls (MethodPace).
     *
     * No method waits for ever for what is behind it on the lane, because it is overtaken. */

    private static final long LOOK_NS = 1_000_000;
    private static final int LOOKS_IF_WAITING = 1;
    private static final int LOOKS_IF_RUNNING = 4;

    private final LaneWorker worker;
    private final LaneConnection peer;
    private final Executor threads;
    private final Runnable look = this::look;

    private final AtomicLong turn = new AtomicLong();
    private final AtomicBoolean watched = new AtomicBoolean();

    // For whoever has the lane.
    private long count;
    private Thread thread;
    private MethodPace pace;

    // For the monitor.
    private long seen;
    private int looks;
    private long overtakenTurn;

    Overtaking(LaneWorker worker, LaneConnection peer, Executor threads) {
        this.worker = worker;
        this.peer = peer;
        this.threads = threads;
    }

    /**
     * The lane's thread runs a call that has been read.
     *
     * @return false if it has been overtaken meanwhile, and must not touch the lane any more
     */
    boolean run(SharedCall call, MethodPace pace) {
        long mine = ++count;
        this.pace = pace;
        thread = Thread.currentThread();
        turn.set(mine); // before the look at watched. Partner: look(), when it ends
        if (!watched.get()) {
            watch();
        }
        try {
            call.ticket.run();
        } catch (Throwable e) { // what the method throws has been answered: this is the JVM's, for lack of memory say
            if (takeBack(mine, pace, call)) {
                throw e;
            }
            peer.protocolBroken("a call failed: " + e);
            return false;
        }
        return takeBack(mine, pace, call);
    }

    private boolean takeBack(long mine, MethodPace pace, SharedCall call) {
        if (turn.compareAndSet(mine, -mine)) {
            pace.took(call.tookNs());
            return true;
        }
        return false;
    }

    private void watch() {
        if (watched.compareAndSet(false, true)) {
            lookAgain();
        }
    }

    private void lookAgain() {
        try {
            peer.schedule(LOOK_NS, look);
        } catch (Throwable e) { // for lack of memory: the next call begins it again
            watched.set(false);
            throw e;
        }
    }

    /** On the monitor's thread, while such calls come. */
    void look() {
        long current = turn.get();
        if (current == seen && current <= 0) {
            watched.set(false);
            if (turn.get() != current) { // after the store. Partner: run(), which has either seen it or left it to us
                watch();
            }
            return;
        }
        try {
            look(current);
        } finally {
            lookAgain(); // also when there was no memory to send a thread
        }
    }

    private void look(long current) {
        if (current != seen) {
            seen = current;
            looks = 0;
            return;
        }
        looks++;
        if (overtakenTurn != current && looks >= (isWaiting() ? LOOKS_IF_WAITING : LOOKS_IF_RUNNING)) {
            sendAfter(current);
        }
    }

    /** Whether the method's thread waits. If the thread has gone on meanwhile, this says nothing, but does no harm. */
    private boolean isWaiting() {
        return thread.getState() != Thread.State.RUNNABLE;
    }

    private void sendAfter(long slow) {
        try {
            threads.execute(() -> overtake(slow));
            overtakenTurn = slow;
        } catch (NearcallException e) {
            Log.get().log(Level.DEBUG, "A slow method is not overtaken yet: {0}", e.getMessage());
        }
    }

    /** Goes on with the lane, on this thread, if that call still runs. */
    void overtake(long slow) {
        if (turn.compareAndSet(slow, 0)) {
            pace.heldUp();
            worker.run();
        }
    }
}
