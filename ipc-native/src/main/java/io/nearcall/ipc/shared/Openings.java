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
 * Who has a shared object open: each opening has a slot, and a lock on the byte of that number in the object's file. The slot
 * says which process it is, and in which generation.
 */
final class Openings implements LockWord.Holders {

    /* An opening's id is its slot and the slot's generation. Its lock is there before the generation is written, and goes when
     * it leaves, or its process is dead. So whoever finds the byte unlocked knows that all ids of this slot which
     * have been in use so far are of the past; and if it is locked, all but the one with the slot's generation. Between
     * the lock and the generation a new one passes for the old one, for an instant, and for as long as it is stopped there;
     * that delays the news of a death, and does no harm.
     *
     * Process ids would have to be guarded against being used again, do not reach across containers, and a process whose
     * first thread has ended looks dead in /proc. A lock has none of that. */

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
     * Keeps others from coming and going, until {@link #leaveDoor} or {@link #leave}. Blocks.
     *
     * @return false if somebody else keeps it all that time
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

    /** Gives up the slot, and the door. */
    void leave() {
        RecordLock.release(fd, 0, ObjectDescriptor.DOOR + 1);
    }

    void leaveDoor() {
        RecordLock.release(fd, ObjectDescriptor.DOOR, 1);
    }

    /** Whether another opening than this one has it. For who is in the door. */
    boolean areThereOthers() {
        return RecordLock.isHeld(fd, 0, ObjectDescriptor.SLOTS);
    }

    /** Takes a slot and gives this opening's id. */
    int enter(ByteBuffer memory) {
        this.memory = memory;
        for (int slot = 0; slot < ObjectDescriptor.SLOTS; slot++) {
            if (RecordLock.tryLock(fd, slot, 1)) {
                int index = ObjectDescriptor.slotIndex(slot);
                int generation = Math.max(1, (Words.getIntOpaque(memory, index) + 1) % GENERATIONS);
                Words.putIntVolatile(memory, index, generation);
                // Partner: the load in processId. Who sees this process sees that the former generation has passed.
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

    /** Not beyond the slots, whatever is written in the object's memory. */
    private static int slot(int id) {
        return (id >>> SLOT_SHIFT & (1 << SLOT_BITS) - 1) % ObjectDescriptor.SLOTS;
    }
}
