// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

import io.nearcall.ipc.shared.OwnerDiedException;
import io.nearcall.ipc.shared.SharedMonitor;

/** Monitors of objects that are right whoever dies with the monitor. */
final class Monitors {

    private static final Runnable NOTHING = () -> {};

    private Monitors() {}

    /** Acquires a monitor, also after a process has died with it. */
    static void lock(SharedMonitor monitor) {
        while (true) {
            try {
                monitor.lock();
                return;
            } catch (OwnerDiedException e) {
                forget(monitor);
            }
        }
    }

    /** Forgets that a process has died with the monitor. */
    static void forget(SharedMonitor monitor) {
        monitor.repair(NOTHING);
    }
}
