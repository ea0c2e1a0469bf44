// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.internal.codec.CodecException;
import io.nearcall.internal.statistics.CallCounter;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.os.OsException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives a lane a thread while frames come, and takes it away when none has come for a second. After that, a doorbell
 * announces the peer's next frame.
 */
public final class LaneWorker implements Runnable {

    /** What is to be done on the attending thread. */
    public interface Work {
        /**
         * A frame is the channel's current one: consumes its whole message.
         *
         * @return false if another thread has taken the lane over. That thread calls {@link #resume} afterwards, or
         *     attends to the lane itself by {@link #run}
         */
        boolean receive();

        /**
         * A frame has come that the first brief polls did not find, or the lane goes to rest.
         *
         * @param how as for {@link CallCounter#waited}
         */
        void waited(int how);

        /** Nothing has come for a while. Returns how long to wait for more before asking again; 0 to rest. */
        long idle(long idleNs);

        /** A frame has come after a while. */
        default void awake() {}

        /** The connection has ended. This thread does nothing more on the lane afterwards. */
        void disconnected();

        /**
         * The wait or another method has thrown: ends the connection. This thread does nothing more on the lane
         * afterwards.
         *
         * @param fault why, for messages
         */
        void failed(String fault);
    }

    /* RESTING --ring--> ATTENDED --nothing to do--> RESTING --closed--> RETIRED
     * ATTENDED --ring--> RUNG --nothing to do--> ATTENDED
     *
     * A doorbell may arrive after its frame has been seen, or just before the thread that saw nothing leaves. RUNG
     * makes that thread look again instead of leaving, so no ring is lost.
     *
     * While another thread has taken the lane over, the state stays ATTENDED or RUNG, and the thread that attended to
     * the lane has left. The other thread gives the lane back by resume(): executing a task hands over all that was
     * done to the lane. Or it attends to the lane from then on. Then the way in which it took the lane over has handed
     * that over. */
    private static final int RESTING = 0;
    private static final int ATTENDED = 1;
    private static final int RUNG = 2;
    private static final int RETIRED = 3;

    private static final long SHORTEST_WAIT_NS = 1_000_000;

    /** How long a lane is kept attended without frames. */
    public static final long REST_AFTER_NS = 1_000_000_000;

    private final Channel channel;
    private final Executor threads;
    private final Work work;
    private final AtomicInteger state = new AtomicInteger(RESTING);

    /** A worker at rest. A doorbell must announce the first frame. */
    public LaneWorker(Channel channel, Executor threads, Work work) {
        this.channel = channel;
        this.threads = threads;
        this.work = work;
        channel.restUntilDoorbell();
    }

    /**
     * Makes a thread look at the lane. Any thread.
     *
     * @throws RuntimeException or an error if no thread can be had; the lane stays at rest and may be rung again
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

    /** As {@link #resume()}, but first runs what is left to do with the current frame. */
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

    /** The connection has ended, and the thread that had taken the lane over leaves it for good. */
    public void abandon() {
        try {
            work.disconnected();
        } finally {
            state.set(RESTING);
        }
    }

    /** Something has failed on the thread that has the lane. The thread leaves the lane, and the connection ends. */
    public void fail(Throwable cause) {
        boolean ofPeer = cause instanceof PeerFault || cause instanceof CodecException;
        try {
            work.failed(ofPeer ? cause.getMessage() : "a lane failed: " + cause);
        } finally {
            state.set(RESTING);
        }
    }

    /** Returns false if the thread must leave. */
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

    /** Returns false if the thread must stay, at least for another while. */
    private boolean rest() {
        work.waited(CallCounter.SLEPT); // first: once at rest, the lane may belong to another thread
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
        state.set(ATTENDED); // it was RUNG: this thread answers the ring
        channel.wakeFromDoorbell();
        return false;
    }

    /** Withdraws the lane for good, unless a thread attends to it; the connection has ended. Repeatable. */
    public boolean tryRetire() {
        return state.compareAndSet(RESTING, RETIRED) || state.get() == RETIRED;
    }
}
