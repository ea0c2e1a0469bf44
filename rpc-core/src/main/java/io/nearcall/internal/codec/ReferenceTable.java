// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.ReferenceResolver;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;

/** Knows the objects of one message by number, so that an object that is met again is written as its number. */
final class ReferenceTable implements ReferenceResolver {

    /*
     * Most messages have a handful of objects. Comparing with each of them is cheaper than an identity hash map, because
     * the first identity hash of an object is a call into the virtual machine. So the map takes over only above
     * SCANNED objects.
     */

    private static final int SCANNED = 24;
    private static final int KEPT = 1024;
    private static final int CACHED = 64;

    private Object[] written = new Object[SCANNED];
    private int writtenCount;
    private Map<Object, Integer> writtenIds = new IdentityHashMap<>();
    private Object[] read = new Object[SCANNED];
    private int readCount;

    // Asked for each object, so that even a ClassValue shows.
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
        Integer id = writtenIds.get(object);
        return id == null ? -1 : id;
    }

    @Override
    public int addWrittenObject(Object object) {
        int id = writtenCount++;
        if (id < SCANNED) {
            written[id] = object;
        } else {
            writtenIds.put(object, id);
        }
        return id;
    }

    @Override
    public int nextReadId(@SuppressWarnings("rawtypes") Class type) {
        if (readCount == read.length) {
            read = Arrays.copyOf(read, readCount * 2);
        }
        return readCount++;
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
            throw new MalformedMessage("A value of " + type.getName() + " contains itself by way of a record or another"
                    + " unmodifiable object, which cannot exist before its contents do");
        }
        if (!type.isInstance(object)
                && type != FurtherClasses.Any.class
                && BuiltInClasses.canonical(object.getClass()) != type) {
            throw new MalformedMessage("A reference to an object of "
                    + object.getClass().getName() + " where one of " + type.getName() + " belongs");
        }
        return object;
    }

    @Override
    public void reset() {
        if (writtenCount > 0) {
            Arrays.fill(written, 0, Math.min(writtenCount, SCANNED), null);
            if (writtenCount > KEPT) {
                writtenIds = new IdentityHashMap<>();
            } else if (writtenCount > SCANNED) {
                writtenIds.clear();
            }
            writtenCount = 0;
        }
        if (readCount > 0) {
            // A large message must not be kept alive, nor pay all later ones for its size.
            if (read.length > KEPT) {
                read = new Object[SCANNED];
            } else {
                Arrays.fill(read, 0, readCount, null);
            }
            readCount = 0;
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
