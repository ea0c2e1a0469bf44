// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.shared.ConditionField;
import io.nearcall.ipc.shared.IntField;
import io.nearcall.ipc.shared.Layout;
import io.nearcall.ipc.shared.OwnerDiedException;
import io.nearcall.ipc.shared.SharedObject;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** A semaphore of Linux: a shared object with a counter. */
final class LinuxSemaphore implements CountingSemaphore {

    /* The counter changes in one step, under the monitor. So it is right whoever dies with the monitor, and there is
     * nothing to repair. A signal that a killed process got is passed on by the condition itself. */

    private static final Layout LAYOUT = new Layout();
    private static final IntField STARTED = LAYOUT.addInt("started");
    private static final IntField COUNT = LAYOUT.addInt("count");
    private static final ConditionField POSITIVE = LAYOUT.addCondition("positive");

    private final SharedObject object;
    private final Condition positive;

    LinuxSemaphore(IpcName name, int initial) {
        this.object = SharedObject.open(name + ".semaphore", LAYOUT);
        this.positive = object.condition(POSITIVE);
        lock();
        try {
            if (STARTED.get(object) == 0) {
                COUNT.set(object, initial);
                // After the counter: a process that is killed in between has done nothing.
                STARTED.setVolatile(object, 1);
            }
        } finally {
            object.monitor().unlock();
        }
    }

    /** A process that was killed with the monitor may have counted a unit, and not yet signalled it. */
    private void lock() {
        Monitors.lock(object.monitor(), positive::signalAll);
    }

    @Override
    public boolean tryAcquire(Duration limit) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        lock();
        try {
            long leftNs = TimeUnit.NANOSECONDS.convert(limit);
            while (COUNT.get(object) == 0) {
                if (leftNs <= 0) {
                    return false;
                }
                leftNs = awaited(leftNs);
            }
            COUNT.set(object, COUNT.get(object) - 1);
            return true;
        } finally {
            object.monitor().unlock();
        }
    }

    /** Waits for a signal. Returns the time that is left. */
    private long awaited(long leftNs) throws InterruptedException {
        long startNs = System.nanoTime();
        try {
            return positive.awaitNanos(leftNs);
        } catch (OwnerDiedException e) { // with the monitor, as after every wait
            object.monitor().repair(positive::signalAll);
            return leftNs - (System.nanoTime() - startNs);
        }
    }

    @Override
    public void release() {
        lock();
        try {
            int count = COUNT.get(object);
            if (count == Integer.MAX_VALUE) {
                throw new OsException("release", Errno.ERANGE, toString());
            }
            COUNT.set(object, count + 1);
            positive.signal();
        } finally {
            object.monitor().unlock();
        }
    }

    @Override
    public void close() {
        object.close();
    }

    @Override
    public String toString() {
        return "CountingSemaphore[" + object.path() + "]";
    }
}
