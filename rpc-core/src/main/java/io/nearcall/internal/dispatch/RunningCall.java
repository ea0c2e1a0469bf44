// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.dispatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/** The call that a lane's thread runs. The monitor can interrupt it without ever hitting the next call. */
public final class RunningCall {

    /* callId is 0 while nothing runs, and the call's id while its method runs. It is the negative id while another
     * thread is about to interrupt the method's thread, and INTERRUPTED from then on until the method has returned.
     * Whoever moves callId away from the positive id owns the end. The running thread moves it to 0. A thread that
     * interrupts moves it to the negative id; then the running thread waits until the interrupt has been delivered, and
     * takes it back. So an interrupt is delivered while its call runs or not at all. A thread that has not lost the end
     * to another has nothing to take back. Whoever owns the end asks whether the method may be interrupted, so what the
     * answer depends on holds still.
     *
     * The monitor hears of a cancellation, but does not deliver the interrupt. That would close the channel at which
     * the method waits, which may block, and would ask by reflection whether the method may be interrupted. Another
     * thread delivers it, and may come as late as it likes: if the call has ended, the id is not there any more. A call
     * that is cancelled again and again gets that thread once.
     *
     * A call may be cancelled before it begins. The id of each cancelled call is kept, because the next cancellation
     * may also come before that call begins. highestCancelled spares a call that is younger than all of them the
     * look. */

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
    private long interruptedSoon; // written by whoever cancels
    private volatile long highestCancelled;
    private volatile boolean allInterrupted;

    @SuppressWarnings("unused") // through CALL_ID
    private volatile long callId;

    /**
     * For calls that run one after the other, and the calls within them.
     *
     * @param interruptible whether the method that runs may be interrupted; asked only if an interrupt comes
     * @param cancelled keeps the ids of cancelled calls; null if there is one call only
     * @param interrupters runs what may block, on other threads than the monitor's
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
        if (thread.isInterrupted()) { // by the monitor, or by the method itself: the next call must not see it
            Thread.interrupted();
        }
    }

    /** As {@link #end}, on a thread that belongs to somebody else: an interrupt that is not for the call stays. */
    public void endWithin(long id) {
        if (stop(id) && interruptible.getAsBoolean()) {
            Thread.interrupted();
        }
    }

    /** From now on nobody interrupts the thread for the call. Returns whether one did, if the method allows it. */
    private boolean stop(long id) {
        boolean interrupted = !CALL_ID.compareAndSet(this, id, 0L);
        if (interrupted) {
            awaitDelivery(id);
            CALL_ID.setRelease(this, 0L); // Partner: the acquire load in isRunning()
        }
        return interrupted;
    }

    /** Other methods will run within this one: until {@link #resume} an interrupt for it waits. */
    public void pause(long id) {
        stop(id);
    }

    private void awaitDelivery(long id) {
        while ((long) CALL_ID.getAcquire(this) == -id) {
            Thread.onSpinWait();
        }
    }

    /** The method goes on after others have run within it. */
    public void resume(long id) {
        begin(id);
        VarHandle.fullFence(); // Partner: those of cancel() and interrupt()
        if (allInterrupted || isCancelled(id)) {
            interrupt(id);
        }
    }

    /**
     * Whether {@link #cancel} has come. Any thread. A thread that asks because the call is about to begin must ask
     * after the fence that follows {@link #begin}.
     */
    public boolean isCancelled(long id) {
        return id <= highestCancelled && (cancelled == null || cancelled.contains(id));
    }

    /**
     * Has the thread interrupted soon if, and only if, it runs that call and the method may be interrupted. If the
     * thread does not run the call yet, the call need not begin. Not for two calls at once. Any thread other than the
     * one that runs the call.
     */
    public void cancel(long id) {
        if (cancelled != null) {
            cancelled.add(id);
        }
        if (id > highestCancelled) {
            highestCancelled = id; // after the add: whoever sees this finds the id
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
        return isRunning() ? thread : null; // after an acquire load. Partner: the release in begin()
    }

    /** Whether a method runs, whether or not it has been interrupted. Any thread. */
    public boolean isRunning() {
        return (long) CALL_ID.getAcquire(this) != 0;
    }

    /**
     * The connection has ended: interrupts the thread if it runs any call, or when a call goes on after others have run
     * within it. May block.
     */
    public void interrupt() {
        allInterrupted = true;
        VarHandle.fullFence(); // Partner: that of resume(). Either it sees this, or we find the call.
        interrupt((long) CALL_ID.getAcquire(this));
    }
}
