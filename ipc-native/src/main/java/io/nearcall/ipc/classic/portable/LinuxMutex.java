// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

import io.nearcall.ipc.classic.LockOutcome;
import io.nearcall.ipc.shared.Layout;
import io.nearcall.ipc.shared.OwnerDiedException;
import io.nearcall.ipc.shared.SharedMonitor;
import io.nearcall.ipc.shared.SharedObject;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A mutex of Linux: the monitor of a shared object without much else. */
final class LinuxMutex implements OwnedMutex {

    private static final Layout LAYOUT = new Layout();

    static {
        LAYOUT.addInt("mutex");
    }

    private final SharedObject object;

    LinuxMutex(IpcName name) {
        this.object = SharedObject.open(name + ".mutex", LAYOUT);
    }

    @Override
    public LockOutcome tryLock(Duration limit) throws InterruptedException {
        SharedMonitor monitor = object.monitor();
        long startNs = System.nanoTime();
        long limitNs = TimeUnit.NANOSECONDS.convert(limit);
        while (true) {
            long leftNs = Math.max(0, limitNs - (System.nanoTime() - startNs));
            try {
                return monitor.tryLock(leftNs, TimeUnit.NANOSECONDS) ? LockOutcome.ACQUIRED : LockOutcome.TIMED_OUT;
            } catch (OwnerDiedException e) {
                // The monitor is reentrant: locked once more, it stays locked when the repair is over. Only one thread
                // finds something to repair, and keeps the monitor then: the others wait for it no longer than they
                // may.
                if (monitor.tryRepair(monitor::lock, leftNs, TimeUnit.NANOSECONDS)) {
                    return LockOutcome.OWNER_DIED;
                }
            }
        }
    }

    @Override
    public void unlock() {
        object.monitor().unlock();
    }

    @Override
    public void close() {
        object.close();
    }

    @Override
    public String toString() {
        return "OwnedMutex[" + object.path() + "]";
    }
}
