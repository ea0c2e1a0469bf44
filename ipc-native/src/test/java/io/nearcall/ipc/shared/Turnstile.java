// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Counts in two fields, which are equal whenever no thread holds the monitor. */
final class Turnstile implements AutoCloseable {

    static final Layout LAYOUT = new Layout();
    static final IntField IN = LAYOUT.addInt("in");
    static final IntField OUT = LAYOUT.addInt("out");

    final SharedObject object;
    final SharedMonitor monitor;

    Turnstile(Path path) {
        object = SharedObject.open(path, LAYOUT);
        monitor = object.monitor();
    }

    void pass() {
        monitor.lock();
        try {
            IN.set(object, IN.get(object) + 1);
            OUT.set(object, OUT.get(object) + 1);
        } finally {
            monitor.unlock();
        }
    }

    /** -1 if the two do not agree. */
    int passed() {
        monitor.lock();
        try {
            return IN.get(object) == OUT.get(object) ? OUT.get(object) : -1;
        } finally {
            monitor.unlock();
        }
    }

    /** Whoever was between the two has not passed. */
    void repair() {
        IN.set(object, OUT.get(object));
    }

    boolean triedToRepair(long limitMs) {
        try {
            return monitor.tryRepair(this::repair, limitMs, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        object.close();
    }
}
