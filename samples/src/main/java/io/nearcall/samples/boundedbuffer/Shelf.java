// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.boundedbuffer;

import io.nearcall.ipc.shared.BooleanField;
import io.nearcall.ipc.shared.ConditionField;
import io.nearcall.ipc.shared.IntArrayField;
import io.nearcall.ipc.shared.IntField;
import io.nearcall.ipc.shared.Layout;
import io.nearcall.ipc.shared.OwnerDiedException;
import io.nearcall.ipc.shared.SharedMonitor;
import io.nearcall.ipc.shared.SharedObject;
import java.util.concurrent.locks.Condition;

/** A bounded buffer: a shelf with room for four loaves. The loaves are numbered from 1. */
final class Shelf implements AutoCloseable {

    private static final Layout LAYOUT = new Layout();
    private static final IntArrayField LOAVES = LAYOUT.addInts("loaves", 4);
    private static final IntField FIRST = LAYOUT.addInt("first");
    private static final IntField COUNT = LAYOUT.addInt("count");
    private static final BooleanField OVEN_OFF = LAYOUT.addBoolean("ovenOff");
    private static final IntField CUSTOMERS = LAYOUT.addInt("customers");
    private static final IntField TAKEN = LAYOUT.addInt("taken");
    private static final IntField LOST = LAYOUT.addInt("lost");
    private static final ConditionField TAKEN_FROM = LAYOUT.addCondition("takenFrom");
    private static final ConditionField PUT_ON = LAYOUT.addCondition("putOn");

    private final SharedObject object = SharedObject.open("bakery-shelf", LAYOUT);
    private final SharedMonitor monitor = object.monitor();
    private final Condition takenFrom = object.condition(TAKEN_FROM);
    private final Condition putOn = object.condition(PUT_ON);

    /** Called by the baker: waits until there is room, and puts a loaf on the shelf. */
    void put(int loaf) throws InterruptedException {
        enter();
        try {
            while (COUNT.get(object) == LOAVES.length()) {
                await(takenFrom);
            }
            LOAVES.set(object, (FIRST.get(object) + COUNT.get(object)) % LOAVES.length(), loaf);
            COUNT.set(object, COUNT.get(object) + 1);
            putOn.signal();
        } finally {
            monitor.unlock();
        }
    }

    /** Called by the baker: tells the customers that no more loaves will come. */
    void switchOvenOff() throws InterruptedException {
        enter();
        try {
            OVEN_OFF.set(object, true);
            putOn.signalAll();
        } finally {
            monitor.unlock();
        }
    }

    /**
     * Called by a customer: waits for a loaf and takes it.
     *
     * @param loafInHand runs while the loaf is off the shelf but still in the shelf's count
     * @return the number of the loaf; 0 if no more loaves will come
     */
    int take(Runnable loafInHand) throws InterruptedException {
        enter();
        try {
            while (COUNT.get(object) == 0) {
                if (OVEN_OFF.get(object)) {
                    return 0;
                }
                await(putOn);
            }
            int loaf = LOAVES.get(object, FIRST.get(object));
            LOAVES.set(object, FIRST.get(object), 0);
            loafInHand.run();
            removeFirst();
            TAKEN.set(object, TAKEN.get(object) + 1);
            takenFrom.signalAll();
            return loaf;
        } finally {
            monitor.unlock();
        }
    }

    private void removeFirst() {
        FIRST.set(object, (FIRST.get(object) + 1) % LOAVES.length());
        COUNT.set(object, COUNT.get(object) - 1);
    }

    /** Called by a customer who arrives. */
    void arrive() throws InterruptedException {
        enter();
        try {
            CUSTOMERS.set(object, CUSTOMERS.get(object) + 1);
            takenFrom.signalAll();
        } finally {
            monitor.unlock();
        }
    }

    /** Waits until at least that many customers have arrived and that many loaves have left the shelf. */
    void awaitBusiness(int customers, int loaves) throws InterruptedException {
        enter();
        try {
            while (CUSTOMERS.get(object) < customers || TAKEN.get(object) + LOST.get(object) < loaves) {
                await(takenFrom);
            }
        } finally {
            monitor.unlock();
        }
    }

    String tally() throws InterruptedException {
        enter();
        try {
            return TAKEN.get(object) + " loaves taken, " + LOST.get(object) + " lost, " + COUNT.get(object)
                    + " on the shelf";
        } finally {
            monitor.unlock();
        }
    }

    private void enter() throws InterruptedException {
        while (true) {
            try {
                monitor.lockInterruptibly();
                return;
            } catch (OwnerDiedException e) { // here we do not hold the monitor
                repair(e);
            }
        }
    }

    private void await(Condition condition) throws InterruptedException {
        try {
            condition.await();
        } catch (OwnerDiedException e) { // here we hold the monitor, as always after await()
            repair(e);
        }
    }

    /** Repairs the shelf after a customer has died. A loaf that the customer had in hand counts as lost. */
    private void repair(OwnerDiedException e) {
        boolean repaired = monitor.repair(() -> {
            if (COUNT.get(object) > 0 && LOAVES.get(object, FIRST.get(object)) == 0) {
                removeFirst();
                LOST.set(object, LOST.get(object) + 1);
            }
            takenFrom.signalAll();
        });
        if (repaired) {
            System.out.println("process " + e.processId() + " died at the shelf, which is in order again");
        }
    }

    @Override
    public void close() {
        object.close();
    }
}
