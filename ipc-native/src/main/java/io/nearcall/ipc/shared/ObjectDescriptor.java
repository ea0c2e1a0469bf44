// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

/**
 * Layout of a shared object's file, which all who use it map and write. Made as a whole before it has a name. All values are
 * little-endian.
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
 *   |                          Dead Owner                           |   whoever has the monitor: a process id, -1 or 0
 *   +---------------------------------------------------------------+  72
 *   |                        zero, up to 256                       ...
 *   +---------------------------------------------------------------+  256 + 8 * slot: who has locked byte "slot" of the file
 *   |                          Generation                           |
 *   +---------------------------------------------------------------+  +4
 *   |                          Process Id                           |
 *   +---------------------------------------------------------------+  4096
 *   |                            Fields                            ...   as the Layout says: whoever has the monitor
 *   +---------------------------------------------------------------+
 *   |                          Description                         ...   the Layout in words, UTF-8
 *   +---------------------------------------------------------------+
 * </pre>
 *
 * Who uses the object holds a lock on the byte of the file that has his slot's number, which the kernel gives up when his
 * process dies. The byte after the last slot's is the door: locked for a moment by who comes or goes. A crash leaves every
 * word at its last value: the owner's, by which the next one sees who had the monitor, and the fields half changed.
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

    /** Relative to the owner. */
    static final int DEAD_OWNER = 4;

    static final int SLOTS_OFFSET = 256;
    static final int SLOT_LENGTH = 8;

    /** Relative to a slot. */
    static final int PROCESS_ID = 4;

    static final int FIELDS_OFFSET = 4096;

    /** How often an object can be open at a time. */
    static final int SLOTS = (FIELDS_OFFSET - SLOTS_OFFSET) / SLOT_LENGTH;

    /** The byte of the file that who comes or goes locks for that time. */
    static final int DOOR = SLOTS;

    private ObjectDescriptor() {}

    static int slotIndex(int slot) {
        return SLOTS_OFFSET + slot * SLOT_LENGTH;
    }

    static int descriptionIndex(int fieldsLength) {
        return FIELDS_OFFSET + fieldsLength;
    }
}
