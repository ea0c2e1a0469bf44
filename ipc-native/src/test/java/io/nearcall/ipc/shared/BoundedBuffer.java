// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import java.nio.file.Path;
import java.util.concurrent.locks.Condition;

/** Numbers on their way from some processes to others. */
final class BoundedBuffer implements AutoCloseable {

    private static final Layout LAYOUT = new Layout();
    private static final LongArrayField ITEMS = LAYOUT.addLongs("items", 4);
    private static final IntField FIRST = LAYOUT.addInt("first");
    private static final IntField COUNT = LAYOUT.addInt("count");
    private static final ConditionField NOT_FULL = LAYOUT.addCondition("notFull");
    private static final ConditionField NOT_EMPTY = LAYOUT.addCondition("notEmpty");

    final SharedObject object;
    final SharedMonitor monitor;
    private final Condition notFull;
    private final Condition notEmpty;

    BoundedBuffer(Path path) {
        object = SharedObject.open(path, LAYOUT);
        monitor = object.monitor();
        notFull = object.condition(NOT_FULL);
        notEmpty = object.condition(NOT_EMPTY);
    }

    void put(long item) throws InterruptedException {
        monitor.lockInterruptibly();
        try {
            int count = COUNT.get(object);
            while (count == ITEMS.length()) {
                notFull.await();
                count = COUNT.get(object);
            }
            ITEMS.set(object, (FIRST.get(object) + count) % ITEMS.length(), item);
            COUNT.set(object, count + 1);
            notEmpty.signal();
        } finally {
            monitor.unlock();
        }
    }

    long take() throws InterruptedException {
        monitor.lockInterruptibly();
        try {
            while (COUNT.get(object) == 0) {
                notEmpty.await();
            }
            int first = FIRST.get(object);
            FIRST.set(object, (first + 1) % ITEMS.length());
            COUNT.set(object, COUNT.get(object) - 1);
            notFull.signal();
            return ITEMS.get(object, first);
        } finally {
            monitor.unlock();
        }
    }

    @Override
    public void close() {
        object.close();
    }
}
