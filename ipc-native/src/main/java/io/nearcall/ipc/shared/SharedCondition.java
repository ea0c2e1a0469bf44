// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import io.nearcall.ipc.channel.WaitResult;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** A condition of a shared object's monitor. {@link SharedObject#condition} is its contract. */
final class SharedCondition implements Condition {

    private final SharedObject object;
    private final SharedMonitor monitor;
    private final SignalWord word;

    SharedCondition(SharedObject object, SharedMonitor monitor, SignalWord word) {
        this.object = object;
        this.monitor = monitor;
        this.word = word;
    }

    @Override
    public void await() throws InterruptedException {
        await(SharedMonitor.FOREVER_NS, true);
    }

    @Override
    public void awaitUninterruptibly() {
        try {
            await(SharedMonitor.FOREVER_NS, false);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public long awaitNanos(long timeoutNs) throws InterruptedException {
        long startNs = System.nanoTime();
        boolean signalled = await(timeoutNs, true);
        long leftNs = timeoutNs - (System.nanoTime() - startNs);
        return signalled ? leftNs : Math.min(0, leftNs);
    }

    @Override
    public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
        return await(unit.toNanos(timeout), true);
    }

    @Override
    public boolean awaitUntil(Date deadline) throws InterruptedException {
        return await(deadline.getTime() - System.currentTimeMillis(), TimeUnit.MILLISECONDS);
    }

    private boolean await(long timeoutNs, boolean interruptible) throws InterruptedException {
        monitor.checkHeld();
        if (interruptible && Thread.interrupted()) {
            throw new InterruptedException();
        }
        object.checkOpen();
        int ticket = word.announce();
        int suspended = monitor.suspend();
        WaitResult result;
        try {
            result =
                    word.await(ticket, monitor.word, object::isClosed, SharedMonitor.limited(timeoutNs), interruptible);
        } finally {
            monitor.resume(suspended);
        }
        return monitor.ended(result);
    }

    @Override
    public void signal() {
        monitor.checkHeld();
        word.signal(false);
    }

    @Override
    public void signalAll() {
        monitor.checkHeld();
        word.signal(true);
    }
}
