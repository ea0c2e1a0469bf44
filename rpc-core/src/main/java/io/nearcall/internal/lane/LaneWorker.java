// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.internal.statistics.CallCounter;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.os.OsException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives a lane a thread while frames come, and takes it away when none has come for a second. Then the peer's next frame
 * is announced by a doorbell.
 */
public final class LaneWorker implements Runnable {

    /** What is to be done on the attending thread. */
    public interface Work {
        /**
         * A frame is the channel's current one: consumes its whole message.
         *
         * @return false if another thread has taken the lane over: it calls {@link #resume} afterwards, or attends to it itself, by
         *     {@link #run}
         */
        boolean receive();

        /**
         * A frame has come that the first brief polls have not found, or the lane goes to rest.
         *
         * @param how as {@link CallCounter#waited} takes it
         */
        void waited(int how);

        /** Nothing has come for a while. Returns how long to wait for more before asking again; 0 to rest. */
        long idle(long idleNs);

        /** A frame has come after a while. */
        default void awake() {}

        /** The connection has ended: the last thing that this thread does on the lane. */
        void disconnected();

        /** Waiting or one of the others has thrown: ends the connection. The last thing that this thread does here. */
        void failed(Throwable cause);
    }

    /* RESTING --ring--> ATTENDED --nothing to do--> RESTING --closed--> RETIRED
     * ATTENDED --ring--> RUNG --nothing to do--> ATTENDED
     *
     * A doorbell may arrive while its frame has been seen already, and even just before the thread that saw nothing has
     * left: RUNG makes that thread look again instead of leaving, so no ring is lost.
     *
     * While another thread has taken the lane over, the state stays ATTENDED or RUNG, and the thread that attended to it
     * has left. Whoever has it gives it back by resume(): executing a task hands over all that was done to the lane. Or he
     * attends to it from then on; then how he took it over has handed that over. */
    private static final int RESTING = 0;
    private static final int ATTENDED = 1;
    private static final int RUNG = 2;
    private static final int RETIRED = 3;

    private static final long SHORTEST_WAIT_NS = 1_000_000;
    private static final long REST_AFTER_NS = 1_000_000_000;

    private final Channel channel;
    private final Executor threads;
    private final Work work;
    private final AtomicInteger state = new AtomicInteger(RESTING);

    /** A worker at rest: the first frame has to be announced by a doorbell. */
    public LaneWorker(Channel channel, Executor threads, Work work) {
        this.channel = channel;
        this.threads = threads;
        this.work = work;
        channel.restUntilDoorbell();
    }

    /** How long a lane is kept attended without frames, in nanoseconds. */
    public static long restAfterNs() {
        return REST_AFTER_NS;
    }

    /**
     * Has somebody look at the lane. Any thread.
     *
     * @throws RuntimeException or an error if no thread can be had; the lane rests on and may be rung again
     */
    public void ring() {
        while (true) {
            switch (state.get()) {
                case RESTING -> {
                    if (state.compareAndSet(RESTING, ATTENDED)) {
                        start();
                        return;
                    }
                }
                case ATTENDED -> {
                    if (state.compareAndSet(ATTENDED, RUNG)) {
                        return;
                    }
                }
                default -> {
                    return;
                }
            }
        }
    }

    private void start() {
        try {
            threads.execute(this);
        } catch (Throwable e) {
            state.set(RESTING);
            throw e;
        }
    }

    @Override
    public void run() {
        try {
            channel.wakeFromDoorbell();
            work.awake();
            while (awaitFrame()) {
                if (!work.receive()) {
                    return;
                }
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** The thread that had taken the lane over gives it back. */
    public void resume() {
        try {
            threads.execute(this);
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** As {@link #resume()}; what was to be done with the current frame is done first. */
    public void resume(Runnable first) {
        try {
            threads.execute(() -> {
                try {
                    first.run();
                } catch (Throwable e) {
                    fail(e);
                    return;
                }
                run();
            });
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** The connection has ended, and who had taken the lane over leaves it for good. */
    public void abandon() {
        try {
            work.disconnected();
        } finally {
            state.set(RESTING);
        }
    }

    /** Something has failed on a thread that had taken the lane over, which leaves it; ends the connection. */
    public void fail(Throwable cause) {
        try {
            work.failed(cause);
        } finally {
            state.set(RESTING);
        }
    }

    /** False if the thread shall leave. */
    private boolean awaitFrame() {
        if (channel.spinBriefly()) {
            return true;
        }
        if (channel.spinFurther()) {
            work.waited(CallCounter.SPUN);
            return true;
        }
        if (channel.yieldOn()) {
            work.waited(CallCounter.YIELDED);
            return true;
        }
        return awaitFrameAsleep();
    }

    private boolean awaitFrameAsleep() {
        long idleSinceNs = System.nanoTime();
        while (true) {
            long nowNs = System.nanoTime();
            long patienceNs = work.idle(nowNs - idleSinceNs);
            if (patienceNs <= 0) {
                if (rest()) {
                    return false;
                }
                idleSinceNs = nowNs;
                patienceNs = Math.max(SHORTEST_WAIT_NS, work.idle(0));
            }
            WaitResult result = channel.sleepForFrame(nowNs + patienceNs, false);
            if (result == WaitResult.READY) {
                work.awake();
                work.waited(CallCounter.SLEPT);
                return true;
            }
            if (result == WaitResult.CLOSED) {
                work.disconnected();
                state.set(RESTING);
                return false;
            }
        }
    }

    /** False if the thread shall stay, at least for another while. */
    private boolean rest() {
        work.waited(CallCounter.SLEPT); // first: from then on another thread may have the lane
        try {
            if (!channel.restUntilDoorbell()) {
                return false;
            }
        } catch (OsException
                | OutOfMemoryError e) { // no descriptor, no thread to watch the lane with: nothing else is wrong
            channel.wakeFromDoorbell();
            return false;
        }
        if (state.compareAndSet(ATTENDED, RESTING)) {
            return true;
        }
        state.set(ATTENDED); // it was RUNG: ours is the thread that answers
        channel.wakeFromDoorbell();
        return false;
    }

    /** Withdraws the lane for good unless a thread attends to it; the connection has ended. Repeatable. */
    public boolean tryRetire() {
        return state.compareAndSet(RESTING, RETIRED) || state.get() == RETIRED;
    }
}
