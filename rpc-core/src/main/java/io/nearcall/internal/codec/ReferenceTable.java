// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.ReferenceResolver;
import java.util.Arrays;

/** Numbers the objects of one message, so that an object that occurs again is written as its number. */
class ReferenceTable implements ReferenceResolver {

    /*
     * Most messages have a handful of objects. Comparing with each of them is cheaper than a hash table, because the
     * first identity hash of an object is a call into the virtual machine. So a hash table takes over only above
     * SCANNED objects. It holds numbers, because a JDK map would make an object for each number.
     *
     * For each object that is read, it also knows how many objects that is if shared ones count each time. Computing
     * the hash code of the object is that much work, and each level of sharing multiplies it. Hash tables ask for hash
     * codes while a message is read, so HASHED_PER_BYTE bounds the work.
     */

    private static final long HASHED_BASE = 1 << 20;
    private static final long HASHED_PER_BYTE = 1 << 10;
    private static final long ENDLESS = 1L << 60;
    /** An object that contains itself counts as this many. */
    private static final long WITHIN_ITSELF = 1L << 40;

    private static final int SCANNED = 24;
    /** With this many objects the table of numbers has the most slots that an array can have. */
    private static final int MOST_WRITTEN = SCANNED << 24;

    private static final int NO_NUMBER = -1;
    private static final int KEPT = 1024;
    private static final int CACHED = 64;

    private Object[] written = new Object[SCANNED];
    private int writtenCount;
    /** A number + 1, or 0, by identity hash. On a collision the next free slot is used. At most half full. */
    private int[] slots = slotsFor(SCANNED);

    private Object[] read = new Object[SCANNED];
    private int readCount;
    /** How many objects each one is. For an incomplete one, the value of {@link #unfolded()} before it, negated. */
    private long[] unfolded = new long[SCANNED];

    private long repeated;
    private int repeats;
    private long hashed;
    /** Objects whose reading has begun, until they exist; {@link #NO_NUMBER} if they cannot occur again. */
    private int[] pending = new int[LaneCodec.DEFAULT_MAX_DEPTH];

    private int pendingCount;
    private int[] openIds = new int[SCANNED];
    private int openCount;

    // This is asked for each object, so that even a ClassValue would be noticeable.
    private final Class<?>[] cachedClasses = new Class<?>[CACHED];
    private final boolean[] cachedAnswers = new boolean[CACHED];

    @Override
    public void setKryo(Kryo kryo) {}

    @Override
    public int getWrittenId(Object object) {
        Object[] scanned = written;
        for (int i = Math.min(writtenCount, SCANNED) - 1; i >= 0; i--) {
            if (scanned[i] == object) {
                return i;
            }
        }
        if (writtenCount <= SCANNED) {
            return -1;
        }
        return slots[slot(object)] - 1;
    }

    /** The slot that holds the number of the object, or into which it belongs. */
    private int slot(Object object) {
        int mask = slots.length - 1;
        int slot = System.identityHashCode(object) & mask;
        while (slots[slot] != 0 && written[slots[slot] - 1] != object) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    @Override
    public int addWrittenObject(Object object) {
        int id = writtenCount;
        if (id == written.length) {
            grow();
        }
        writtenCount = id + 1; // there is room for it now
        written[id] = object;
        if (id >= SCANNED) {
            slots[slot(object)] = id + 1;
        }
        return id;
    }

    static int[] slotsFor(int count) {
        if (count > MOST_WRITTEN) {
            throw new CodecException(
                    "A message has more than " + MOST_WRITTEN + " objects. Send them in several messages");
        }
        return new int[4 * Integer.highestOneBit(count)];
    }

    private void grow() {
        int count = written.length;
        // If there is no memory for both arrays, neither of them changes.
        int[] grownSlots = slotsFor(2 * count);
        written = Arrays.copyOf(written, 2 * count);
        slots = grownSlots;
        for (int id = SCANNED; id < count; id++) {
            slots[slot(written[id])] = id + 1;
        }
    }

    @Override
    public int nextReadId(@SuppressWarnings("rawtypes") Class type) {
        if (readCount == read.length) {
            read = Arrays.copyOf(read, readCount * 2);
            unfolded = Arrays.copyOf(unfolded, readCount * 2);
        }
        if (openCount == openIds.length) {
            openIds = Arrays.copyOf(openIds, openCount * 2);
        }
        openIds[openCount++] = readCount;
        unfolded[readCount] = -unfolded();
        return readCount++;
    }

    /**
     * Called when the reading of an object begins.
     *
     * @param shared whether the object may occur again
     * @return its number if it may occur again, else {@link #NO_NUMBER}
     */
    final int begin(boolean shared) {
        int number = shared ? nextReadId(null) : NO_NUMBER;
        if (pendingCount == pending.length) {
            pending = Arrays.copyOf(pending, 2 * pendingCount);
        }
        pending[pendingCount++] = number;
        return number;
    }

    /** How many objects are being read and do not exist yet. */
    final int pending() {
        return pendingCount;
    }

    /** Reports that an object exists: the last one whose reading began, among those that did not exist. */
    final void refer(Object object) {
        int number = pending[--pendingCount];
        if (number != NO_NUMBER) {
            read[number] = object;
        }
    }

    /** How many objects have been read. One that occurs again counts again, with all that is in it. */
    long unfolded() {
        return readCount + repeated;
    }

    /** How often an object has occurred again. Counts on when {@link #unfolded()} has reached its limit. */
    int repeats() {
        return repeats;
    }

    /** Reports that object {@code id} is complete: the last one that was begun, among the incomplete ones. */
    final void end(int id, Object object) {
        if (pendingCount > 0 && pending[pendingCount - 1] == id) {
            refer(object);
        }
        unfolded[id] = Math.max(1, unfolded() + unfolded[id]);
        openCount--;
    }

    /** @param objects how many were read for a key, including the key; or how many keys it has to be compared with */
    void hash(long objects, long receivedBytes) {
        hashed += objects;
        if (hashed > mostHashed(receivedBytes)) {
            throw new MalformedMessage(
                    "Keys of maps or elements of sets contain themselves, contain the same objects too often, or have"
                            + " the same hash code too often. Reading them would take too long");
        }
    }

    /** How many objects may be asked for their hash codes when this many bytes have been received. */
    static long mostHashed(long receivedBytes) {
        return HASHED_BASE + HASHED_PER_BYTE * receivedBytes;
    }

    private void repeat(int id) {
        repeats++;
        long objects = unfolded[id];
        if (objects <= 0) {
            objects = isWithinItself(id) ? WITHIN_ITSELF : 1;
        }
        repeated += objects;
        if (repeated >= ENDLESS) {
            repeated = ENDLESS;
            hashed = WITHIN_ITSELF;
        }
    }

    /**
     * Whether an incomplete object, and the object in which it occurs again, both ask their contents for hash codes. If
     * an object between the two does not, the incomplete object can still be asked, or will be. What it will then
     * contain is not known yet.
     */
    private boolean isWithinItself(int id) {
        return isStructural(read[id]) && (openCount == 0 || isStructural(read[openIds[openCount - 1]]));
    }

    /** @param object null while it does not exist, as a record or unmodifiable collection whose contents come first */
    private static boolean isStructural(Object object) {
        if (object == null) {
            return true;
        }
        Class<?> type = object.getClass();
        return type.isRecord() || type.getName().startsWith("java.");
    }

    @Override
    public void setReadObject(int id, Object object) {
        read[id] = object;
    }

    @Override
    public Object getReadObject(@SuppressWarnings("rawtypes") Class type, int id) {
        if (id < 0 || id >= readCount) {
            throw new MalformedMessage("A reference to object " + id + " of " + readCount);
        }
        Object object = read[id];
        if (object == null) {
            throw new MalformedMessage("A value of " + type.getName() + " contains itself through a record or another"
                    + " unmodifiable object, which cannot exist before its contents do");
        }
        if (!type.isInstance(object)
                && type != FurtherClasses.Any.class
                && type != RemoteReference.class
                && BuiltInClasses.canonical(object.getClass()) != type) {
            throw new MalformedMessage("A reference to an object of "
                    + object.getClass().getName() + " where one of " + type.getName() + " belongs");
        }
        repeat(id);
        return object;
    }

    @Override
    public void reset() {
        pendingCount = 0;
        if (writtenCount > 0) {
            // A large message must not stay in memory, nor make all later messages pay for its size.
            if (writtenCount > KEPT) {
                written = new Object[SCANNED];
                slots = slotsFor(SCANNED);
            } else {
                Arrays.fill(written, 0, writtenCount, null);
                if (writtenCount > SCANNED) {
                    Arrays.fill(slots, 0);
                }
            }
            writtenCount = 0;
        }
        if (readCount > 0) {
            if (read.length > KEPT) {
                read = new Object[SCANNED];
                unfolded = new long[SCANNED];
            } else {
                Arrays.fill(read, 0, readCount, null);
            }
            readCount = 0;
            openCount = 0;
            repeated = 0;
            repeats = 0;
            hashed = 0;
        }
    }

    @Override
    public boolean useReferences(@SuppressWarnings("rawtypes") Class type) {
        int slot = type.hashCode() & CACHED - 1;
        if (cachedClasses[slot] == type) {
            return cachedAnswers[slot];
        }
        boolean answer = !BuiltInClasses.isValue(type);
        cachedClasses[slot] = type;
        cachedAnswers[slot] = answer;
        return answer;
    }
}
