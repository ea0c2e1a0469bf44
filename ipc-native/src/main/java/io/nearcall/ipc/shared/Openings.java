// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.RecordLock;
import io.nearcall.ipc.segment.Words;
import io.nearcall.ipc.wait.WaitSlices;
import java.nio.ByteBuffer;

/**
 * The openings of a shared object. Each opening has a slot, and a lock on the byte with the slot's number in the
 * object's file. The slot says which process has it, and in which generation.
 */
final class Openings implements LockWord.Holders {

    /* The id of an opening consists of its slot and the slot's generation. The opening locks its byte before it writes
     * the generation. The lock goes when the opening leaves or its process dies. So if the byte is unlocked, all ids
     * that this slot has had so far belong to the past. If the byte is locked, all of them belong to the past except
     * the one with the slot's generation. Between the lock and the generation, a new opening passes for the old one.
     * This lasts for an instant, or as long as the process is stopped there. It delays the news of a death and does no
     * harm.
     *
     * Process ids have three problems: they would have to be guarded against reuse, they do not reach across
     * containers, and a process whose first thread has ended looks dead in /proc. A lock has none of them. */

    private static final int SLOT_SHIFT = 1; // the lowest bit of a word that holds an id is free
    private static final int SLOT_BITS = 9;
    private static final int GENERATION_SHIFT = SLOT_SHIFT + SLOT_BITS;
    private static final int GENERATIONS = 1 << Integer.SIZE - GENERATION_SHIFT;

    private static final long GLANCE_NS = 500_000;

    private final int fd;
    private final String path;
    private ByteBuffer memory;

    Openings(int fd, String path) {
        this.fd = fd;
        this.path = path;
    }

    /**
     * Keeps others from opening and closing the object, until {@link #leaveDoor} or {@link #leave}. Blocks.
     *
     * @return false if somebody else keeps the door until the deadline
     */
    boolean enterDoor(long deadlineNs) {
        while (!RecordLock.tryLock(fd, ObjectDescriptor.DOOR, 1)) {
            if (System.nanoTime() - deadlineNs > 0) {
                return false;
            }
            WaitSlices.park(GLANCE_NS);
        }
        return true;
    }

    /** Gives up the slot and the door. */
    void leave() {
        RecordLock.release(fd, 0, ObjectDescriptor.DOOR + 1);
    }

    void leaveDoor() {
        RecordLock.release(fd, ObjectDescriptor.DOOR, 1);
    }

    /** Whether another opening has the object open. To be called only by the opening that holds the door. */
    boolean areThereOthers() {
        return RecordLock.isHeld(fd, 0, ObjectDescriptor.SLOTS);
    }

    /** Takes a slot. Returns the id of this opening. */
    int enter(ByteBuffer memory) {
        this.memory = memory;
        for (int slot = 0; slot < ObjectDescriptor.SLOTS; slot++) {
            if (RecordLock.tryLock(fd, slot, 1)) {
                int index = ObjectDescriptor.slotIndex(slot);
                int generation = Math.max(1, (Words.getIntOpaque(memory, index) + 1) % GENERATIONS);
                Words.putIntVolatile(memory, index, generation);
                // Partner: the load in processId. Whoever sees this process sees that the former generation has passed.
                Words.putIntVolatile(memory, index + ObjectDescriptor.PROCESS_ID, CurrentProcess.pid());
                return generation << GENERATION_SHIFT | slot << SLOT_SHIFT;
            }
        }
        throw new OsException(
                "fcntl(F_OFD_SETLK)",
                Errno.EAGAIN,
                path + " is open " + ObjectDescriptor.SLOTS + " times already, as often as it can be");
    }

    @Override
    public boolean hasDied(int id) {
        return !RecordLock.isHeld(fd, slot(id), 1) || !isCurrent(id);
    }

    @Override
    public int processId(int id) {
        int index = ObjectDescriptor.slotIndex(slot(id)) + ObjectDescriptor.PROCESS_ID;
        int process = Words.getIntVolatile(memory, index); // Partner: the stores in enter.
        return isCurrent(id) ? process : 0;
    }

    private boolean isCurrent(int id) {
        return Words.getIntVolatile(memory, ObjectDescriptor.slotIndex(slot(id))) == id >>> GENERATION_SHIFT;
    }

    /** The slot of an id, always a valid one, whatever is written in the object's memory. */
    private static int slot(int id) {
        return (id >>> SLOT_SHIFT & (1 << SLOT_BITS) - 1) % ObjectDescriptor.SLOTS;
    }
}
