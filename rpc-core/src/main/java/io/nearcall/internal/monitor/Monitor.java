// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.monitor;

import io.nearcall.internal.dispatch.RuntimeThreads;
import io.nearcall.internal.log.Log;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.host.Polling;
import io.nearcall.ipc.host.SelectorPolling;
import io.nearcall.ipc.os.OsException;
import java.lang.System.Logger.Level;
import java.nio.channels.SelectableChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An endpoint's one thread for all rare work: it watches listeners, control sockets and pidfds, and keeps the timers.
 * Handlers, tasks and timers run on it one after the other and must not block.
 */
public final class Monitor implements AutoCloseable {

    /*
     * wakePending avoids needless writes to the eventfd: only the thread that sets it from false to true writes. The
     * monitor's thread clears it after it awoke and before it looks at the queue and the timers. So it sees what was
     * added before the clearing, and what is added after the clearing wakes it again.
     *
     * The system's poller cannot watch channels of the JDK too. So an endpoint with the native library and with lanes
     * over such channels needs a second thread, the companion, for those of the lanes that rest. The companion is
     * started for the first of them and ends soon after the last.
     *
     * The thread ends with its poller, and for no other reason. When memory is short, even a log message, a lambda or a
     * boxed token may be too much. So the code that handles a failure is guarded itself, and avoids allocating.
     */

    /** Handles the events of a descriptor on the monitor's thread, or of a JDK channel, perhaps on the companion's. */
    public interface Handler {

        /**
         * There is something to read, or the end of the stream, or a pidfd's process is dead. Called again and again
         * until it is read, or the registration is closed.
         */
        void readable();

        /** There is room to write, if that is watched. Called again and again until there is no more room. */
        default void writable() {}

        /** The other side has hung up or there is an error, and there is nothing to read. Called until closed. */
        void hangup();

        /** Another method has thrown, or the poller broke. That is logged, and the registration closed. Called once. */
        void failed(Throwable cause);
    }

    private static final int BATCH = 64;
    private static final long COMPANION_IDLE_NS = 500_000_000;
    private static final long CLOSE_BOUND_MS = 1_000;

    private final Polling poller;
    private final String endpointName;
    private final Thread thread;
    private final TurnWatch turns;
    private final Runnable endTurn;
    private final Watches watches;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final TimerQueue timers = new TimerQueue();
    private final FairReading fairReading = new FairReading();
    private final AtomicBoolean wakePending = new AtomicBoolean();
    private volatile boolean closed;
    private Monitor companion; // guarded by this

    private Monitor(Polling poller, String kind, String endpointName, Runnable idle) {
        this.poller = poller;
        this.watches = new Watches(poller, () -> closed, idle);
        this.endpointName = endpointName;
        this.turns = new TurnWatch("nearcall-" + kind + "-" + endpointName);
        this.endTurn = turns::end;
        this.thread = RuntimeThreads.daemon(this::run, "nearcall-" + kind + "-" + endpointName);
    }

    /**
     * Starts the thread.
     *
     * @throws OsException if the system has no descriptors left
     */
    public static Monitor start(String endpointName) {
        return start(Host.current().openPolling(), "monitor", endpointName, () -> {});
    }

    /** @param idle called when nothing is watched any more */
    private static Monitor start(Polling poller, String kind, String endpointName, Runnable idle) {
        try {
            Monitor monitor = new Monitor(poller, kind, endpointName, idle);
            monitor.thread.start();
            return monitor;
        } catch (Throwable e) {
            poller.close();
            throw e;
        }
    }

    /** Whether the calling thread is the monitor's. */
    public boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    /** How many turns have held up all connections so far. */
    long longTurns() {
        return turns.longTurns();
    }

    /** Divides this thread's time among the peers. */
    public FairReading fairReading() {
        return fairReading;
    }

    /**
     * Begins to watch a descriptor. Any thread; the handler may be called before this returns.
     *
     * @return the registration, which must be closed before the descriptor
     * @throws IllegalStateException if the monitor is closed
     */
    public Watches.Registration register(int fd, Handler handler) {
        turns.lookOn(thread);
        return watches.add(fd, handler);
    }

    /**
     * As {@link #register(int, Handler)}, for a channel of the JDK, which has one registration at a time. The handler
     * may run on a thread other than the monitor's.
     *
     * @throws OsException if the system has no descriptors left
     */
    public Watches.Registration register(SelectableChannel channel, Handler handler) {
        if (!poller.watchesChannels()) {
            synchronized (this) { // otherwise the companion might end before
                return companion().register(channel, handler);
            }
        }
        turns.lookOn(thread);
        return watches.add(channel, handler);
    }

    /** Guarded by this. */
    private Monitor companion() {
        if (closed) {
            throw new IllegalStateException("the monitor is closed");
        }
        if (companion == null || companion.closed) { // a companion closes itself when its poller breaks
            companion = start(
                    SelectorPolling.open(),
                    "lanes",
                    endpointName,
                    () -> schedule(COMPANION_IDLE_NS, this::endIdleCompanion));
        }
        return companion;
    }

    private void endIdleCompanion() {
        closeCompanion(true);
    }

    /** Not under the lock: whoever registers meanwhile would wait for the companion's thread, too. */
    private void closeCompanion(boolean onlyIfIdle) {
        Monitor ending = null;
        synchronized (this) {
            if (companion != null && (!onlyIfIdle || companion.watches.isEmpty())) {
                ending = companion;
                companion = null;
            }
        }
        if (ending != null) {
            ending.close();
        }
    }

    /**
     * Runs a task soon, after the tasks that were added before.
     *
     * @return false if the monitor is closed: the task will not run
     */
    public boolean execute(Runnable task) {
        if (closed) {
            return false;
        }
        turns.lookOn(thread);
        tasks.add(task);
        wake();
        // If closed meanwhile: either the thread's last look at the queue has taken the task, or we take it back.
        return !closed || !tasks.remove(task);
    }

    /**
     * Runs a task after the delay, at most about a millisecond late if the thread is free. Any thread.
     *
     * @return the timer, which can cancel the task; if the monitor is closed, the task will not run
     */
    public Timer schedule(long delayNs, Runnable task) {
        turns.lookOn(thread);
        Timer timer = timers.add(System.nanoTime() + Math.max(0, Math.min(delayNs, Timer.MAX_DELAY_NS)), task);
        if (timers.isFirst(timer) && !isCurrentThread()) {
            wake();
        }
        return timer;
    }

    private void wake() {
        if (wakePending.compareAndSet(false, true)) {
            poller.wake();
        }
    }

    private void run() {
        int[] tokens = new int[BATCH];
        int[] readiness = new int[BATCH];
        try {
            while (!closed) {
                try {
                    turn(tokens, readiness);
                } catch (OutOfMemoryError e) { // the next turn may find some memory
                    log("A turn of the monitor failed on ", e);
                }
            }
        } catch (Throwable e) {
            if (!closed) {
                abandon(e);
            }
        } finally {
            closed = true;
            runTasks();
            turns.close();
            poller.close();
        }
    }

    private void turn(int[] tokens, int[] readiness) {
        int ready = poller.await(tokens, readiness, timeoutMs());
        turns.begin();
        wakePending.set(false);
        for (int i = 0; i < ready && !closed; i++) {
            dispatch(tokens[i], readiness[i]);
        }
        runTasks();
        runTimers();
        guarded(endTurn);
    }

    private long timeoutMs() {
        if (!tasks.isEmpty()) {
            return 0;
        }
        long delayNs = timers.nextDelayNs(System.nanoTime());
        return delayNs == Long.MAX_VALUE ? -1 : TimeUnit.NANOSECONDS.toMillis(delayNs + 999_999);
    }

    private void dispatch(int token, int readiness) {
        Watches.Registration registration = null;
        try {
            registration = watches.get(token);
            if (registration == null) {
                return;
            }
            turns.step(registration.handler());
            if ((readiness & Polling.READABLE) != 0) {
                registration.handler().readable();
            } else if ((readiness & Polling.HANGUP) != 0) {
                registration.handler().hangup();
            }
            if ((readiness & Polling.WRITABLE) != 0 && watches.get(token) != null) {
                registration.handler().writable();
            }
        } catch (Throwable e) {
            log("A handler failed, so its connection is closed, on ", e);
            if (registration != null) { // otherwise the poller reports the event again
                giveUp(registration, e);
            }
        }
    }

    private void giveUp(Watches.Registration registration, Throwable cause) {
        try {
            registration.close();
        } catch (Throwable e) {
            log("The descriptor of a failed handler could not be unregistered on ", e);
        }
        try {
            registration.handler().failed(cause);
        } catch (Throwable e) {
            log("The connection of a failed handler could not be closed on ", e);
        }
    }

    private void runTasks() {
        // Tasks that are added meanwhile wait for the next round, so they cannot starve the descriptors.
        for (int left = tasks.size(); left > 0; left--) {
            Runnable task = tasks.poll();
            if (task != null) {
                turns.step(task);
                guarded(task);
            }
        }
    }

    private void runTimers() {
        long nowNs = System.nanoTime();
        Runnable task;
        while (!closed && (task = timers.pollDue(nowNs)) != null) {
            turns.step(task);
            guarded(task);
        }
    }

    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            log("A task failed on ", e);
        }
    }

    /** Logs the failure, whatever the logger throws. */
    private void log(String what, Throwable cause) {
        try {
            Log.get().log(Level.ERROR, what + thread.getName(), cause);
        } catch (Throwable e) {
            // nobody can be told
        }
    }

    /** The poller is broken and nothing can be watched any more. So every watched registration fails. */
    private void abandon(Throwable cause) {
        closed = true;
        log("The poller failed, so no connection is watched any more on ", cause);
        for (Watches.Registration registration : watches.removeAll()) {
            guarded(() -> registration.handler().failed(cause));
        }
    }

    /**
     * Ends the thread. The handler, task or timer that runs is finished, accepted tasks run, timers do not. Descriptors
     * stay open and are no longer watched, and no handler is told. Waits at most a second each for the thread and its
     * companion, but not for the current thread. Idempotent; any thread.
     */
    @Override
    public void close() {
        closed = true;
        poller.wake();
        closeCompanion(false);
        if (isCurrentThread()) {
            return;
        }
        boolean interrupted = false;
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_BOUND_MS);
        while (thread.isAlive()) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
            if (leftMs <= 0) {
                break;
            }
            try {
                thread.join(leftMs);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
