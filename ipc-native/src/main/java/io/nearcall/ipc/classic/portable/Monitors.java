// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

import io.nearcall.ipc.shared.OwnerDiedException;
import io.nearcall.ipc.shared.SharedMonitor;

/** Monitors of objects that are right whoever dies with the monitor. */
final class Monitors {

    private Monitors() {}

    /** Acquires a monitor. After a process has died with it, does this once before others can have the monitor. */
    static void lock(SharedMonitor monitor, Runnable repair) {
        while (true) {
            try {
                monitor.lock();
                return;
            } catch (OwnerDiedException e) {
                monitor.repair(repair);
            }
        }
    }
}
