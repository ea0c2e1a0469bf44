// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

/**
 * Layout of a shared object's file. All processes that use the object map the file and write to it. The file is
 * complete before it has a name. All values are little-endian.
 *
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------------------------------------------------------+   0
 *   |                        Magic "NEAROBJT"                       |   its maker writes it last, by a release store
 *   |                                                               |
 *   +---------------------------------------------------------------+   8
 *   |                            Version                            |
 *   +---------------------------------------------------------------+  12
 *   |                         Fields Length                         |   bytes, conditions included
 *   +---------------------------------------------------------------+  16
 *   |                      Description Length                       |   bytes
 *   +---------------------------------------------------------------+  20
 *   |                        zero, up to 64                        ...
 *   +---------------------------------------------------------------+  64
 *   |S|  Owner's Slot   |            Owner's Generation             |   LockWord: 0 if nobody has the monitor
 *   +---------------------------------------------------------------+  68
 *   |                          Dead Owner                           |   written with the monitor: a process id, -1 or 0
 *   +---------------------------------------------------------------+  72
 *   |                        zero, up to 256                       ...
 *   +---------------------------------------------------------------+  256 + 8 * slot: whoever has locked byte "slot"
 *   |                          Generation                           |
 *   +---------------------------------------------------------------+  +4
 *   |                          Process Id                           |
 *   +---------------------------------------------------------------+  4096
 *   |                            Fields                            ...   as the Layout says, written with the monitor
 *   +---------------------------------------------------------------+
 *   |                          Description                         ...   the Layout in words, UTF-8
 *   +---------------------------------------------------------------+
 * </pre>
 *
 * Each opening of the object holds a lock on one byte of the file, the byte with the number of its slot. The kernel
 * releases the lock when the process dies. The byte after the last slot's byte is the door. A process locks the door
 * for a moment while it opens or closes the object.
 *
 * <p>A crash leaves every word at its last value. The owner's word tells the next process who had the monitor. The
 * fields may be half changed.
 */
final class ObjectDescriptor {

    /** {@code NEAROBJT} in ASCII, read as a little-endian long. */
    static final long MAGIC = 0x544A424F5241454EL;

    static final int VERSION = 1;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 8;
    static final int FIELDS_LENGTH_OFFSET = 12;
    static final int DESCRIPTION_LENGTH_OFFSET = 16;
    static final int OWNER_OFFSET = 64;

    /** Offset from the owner. */
    static final int DEAD_OWNER = 4;

    static final int SLOTS_OFFSET = 256;
    static final int SLOT_LENGTH = 8;

    /** Offset from a slot. */
    static final int PROCESS_ID = 4;

    static final int FIELDS_OFFSET = 4096;

    /** How often an object can be open at a time. */
    static final int SLOTS = (FIELDS_OFFSET - SLOTS_OFFSET) / SLOT_LENGTH;

    /** The byte of the file that a process locks while it opens or closes the object. */
    static final int DOOR = SLOTS;

    private ObjectDescriptor() {}

    static int slotIndex(int slot) {
        return SLOTS_OFFSET + slot * SLOT_LENGTH;
    }

    static int descriptionIndex(int fieldsLength) {
        return FIELDS_OFFSET + fieldsLength;
    }
}
