// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.dispatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/** The call that a lane's thread runs, as something that the monitor can interrupt without ever hitting the next one. */
public final class RunningCall {

    /* callId is 0 while nothing runs, the call's id while its method runs, its negative while somebody is about to
     * interrupt the thread, and INTERRUPTED from then on until the method has returned. Whoever moves it away from the
     * positive id owns the end: the thread by 0, who interrupts by the negative, in which case the thread waits until the
     * interrupt has been delivered, and takes it back. So an interrupt is delivered while its call
     * runs or not at all, and a thread that has not lost the end to another has nothing to take back. Whether the
     * method may be interrupted is asked by whoever owns the end, so what it depends on holds still.
     *
     * The monitor hears of a cancellation, but does not deliver the interrupt: that closes the channel at which the method
     * waits, which may block, and asks by reflection whether the method may be interrupted. Another thread does it, which
     * may come as late as it likes. If the call has ended, the id is not there any more. A call that is cancelled again and
     * again has that thread once.
     *
     * A call may be cancelled before it begins. The id of each cancelled call is kept, because the next cancellation may come
     * before that call begins, too; highestCancelled spares a call that is younger than all of them the look. */

    private static final long INTERRUPTED = Long.MIN_VALUE;

    private static final VarHandle CALL_ID;

    static {
        try {
            CALL_ID = MethodHandles.lookup().findVarHandle(RunningCall.class, "callId", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final BooleanSupplier interruptible;
    private final CancelledCalls cancelled;
    private final Executor interrupters;
    private Thread thread;
    private long interruptedSoon; // by whoever cancels
    private volatile long highestCancelled;
    private volatile boolean allInterrupted;

    @SuppressWarnings("unused") // through CALL_ID
    private volatile long callId;

    /**
     * For calls one after the other, and those within them.
     *
     * @param interruptible whether the method that runs may be interrupted; asked only when it is to be
     * @param cancelled keeps the ids of cancelled calls; null if there is one call only
     * @param interrupters run what may block, on other threads than the monitor's
     */
    public RunningCall(BooleanSupplier interruptible, CancelledCalls cancelled, Executor interrupters) {
        this.interruptible = interruptible;
        this.cancelled = cancelled;
        this.interrupters = interrupters;
    }

    /**
     * The current thread begins to run the method. Must be followed by a full fence, which the caller needs for another
     * reason too.
     */
    public void begin(long id) {
        thread = Thread.currentThread();
        CALL_ID.setRelease(this, id); // Partner: the compare-and-set in interrupt(), which then sees the thread
    }

    /** The method has returned. Clears the thread's interrupt status. */
    public void end(long id) {
        stop(id);
        if (thread.isInterrupted()) { // by the monitor, or by the method itself: the next call is not to see it
            Thread.interrupted();
        }
    }

    /** As {@link #end}, on a thread that is somebody else's: an interrupt that is not the call's stays. */
    public void endWithin(long id) {
        if (stop(id) && interruptible.getAsBoolean()) {
            Thread.interrupted();
        }
    }

    /** From here on nobody interrupts the thread for the call. Returns whether somebody has, if the method may be. */
    private boolean stop(long id) {
        boolean interrupted = !CALL_ID.compareAndSet(this, id, 0L);
        if (interrupted) {
            awaitDelivery(id);
            CALL_ID.setRelease(this, 0L); // Partner: the acquire load in isRunning()
        }
        return interrupted;
    }

    /** Others are to run within the method: until {@link #resume} an interrupt for it waits. */
    public void pause(long id) {
        stop(id);
    }

    private void awaitDelivery(long id) {
        while ((long) CALL_ID.getAcquire(this) == -id) {
            Thread.onSpinWait();
        }
    }

    /** The method goes on within which others have run. */
    public void resume(long id) {
        begin(id);
        VarHandle.fullFence(); // Partner: those of cancel() and interrupt()
        if (allInterrupted || isCancelled(id)) {
            interrupt(id);
        }
    }

    /**
     * Whether {@link #cancel} has come; any thread. Who asks because the call is about to begin does so after the fence that
     * follows {@link #begin}.
     */
    public boolean isCancelled(long id) {
        return id <= highestCancelled && (cancelled == null || cancelled.contains(id));
    }

    /**
     * Has the thread interrupted soon if, and only if, it runs that call and its method may be interrupted; if it does not yet,
     * it need not begin. Not for two calls at once. Any thread other than the one that runs the call.
     */
    public void cancel(long id) {
        if (cancelled != null) {
            cancelled.add(id);
        }
        if (id > highestCancelled) {
            highestCancelled = id; // behind the add: who sees it finds the id
        }
        // Partner: the fence after begin(). Either that thread finds the call cancelled, or we find it running.
        VarHandle.fullFence();
        if (id > 0 && (long) CALL_ID.getAcquire(this) == id && interruptedSoon != id) {
            interruptedSoon = id;
            interrupters.execute(() -> interrupt(id));
        }
    }

    private void interrupt(long id) {
        if (id > 0 && CALL_ID.compareAndSet(this, id, -id)) {
            try {
                if (interruptible.getAsBoolean()) {
                    thread.interrupt();
                }
            } finally {
                CALL_ID.setRelease(this, INTERRUPTED); // Partner: the acquire load in awaitDelivery()
            }
        }
    }

    /** The thread that runs a method; null if none runs. Any thread. */
    public Thread thread() {
        return isRunning() ? thread : null; // behind an acquire load, which begin() has released it to
    }

    /** Whether a method runs, whether or not it has been interrupted. Any thread. */
    public boolean isRunning() {
        return (long) CALL_ID.getAcquire(this) != 0;
    }

    /**
     * The connection has ended: interrupts the thread if it runs any call, or when a call goes on within which others have run.
     * May block.
     */
    public void interrupt() {
        allInterrupted = true;
        VarHandle.fullFence(); // Partner: that of resume(). Either it sees this, or we find the call.
        interrupt((long) CALL_ID.getAcquire(this));
    }
}
