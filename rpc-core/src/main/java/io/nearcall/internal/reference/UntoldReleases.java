// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ReferenceList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** What has still to be told to a peer of the objects that were given up: for each object one entry, with sums. Not thread-safe. */
public final class UntoldReleases {

    /* A hash table with linear probing, in arrays of primitives: a peer that does not read can make it long, so an entry is to
     * be small, some 40 bytes. Nothing is taken out singly. Once the first entry is being told nothing is added either, so
     * that a cursor separates what has been told from the rest. */

    /* The peer chooses the ids, and could choose such that fall on the same places. It does not know what they are mixed with. */

    private static final int FIRST_CAPACITY = 64;
    private static final int GOLDEN = 0x9E3779B9;

    private final int seed = ThreadLocalRandom.current().nextInt();
    private final int factor = ThreadLocalRandom.current().nextInt() | 1;

    private int[] ids = new int[FIRST_CAPACITY]; // 0 where there is none: no reference has that id
    private long[] received = new long[FIRST_CAPACITY];
    private long[] sentHome = new long[FIRST_CAPACITY];
    private int size;
    private int cursor;

    /**
     * Adds to what is to be told of an object; see {@link SentReferences#released}.
     *
     * @return false if these are more objects than a side can have, so that the peer has made some of them up
     */
    public boolean add(int id, long receivedMore, long sentHomeMore) {
        if (4 * (size + 1) > 3 * ids.length) {
            grow();
        }
        put(id, receivedMore, sentHomeMore);
        return size <= ReferenceList.MOST_OBJECTS;
    }

    private void put(int id, long receivedMore, long sentHomeMore) {
        int mask = ids.length - 1;
        int mixed = (id ^ seed) * GOLDEN;
        int place = (mixed ^ mixed >>> Short.SIZE) * factor >>> Integer.numberOfLeadingZeros(mask);
        while (ids[place] != id) {
            if (ids[place] == 0) {
                ids[place] = id;
                size++;
                break;
            }
            place = place + 1 & mask;
        }
        received[place] += receivedMore;
        sentHome[place] += sentHomeMore;
    }

    private void grow() {
        int[] oldIds = ids;
        long[] oldReceived = received;
        long[] oldSentHome = sentHome;
        allocate(2 * oldIds.length);
        for (int i = 0; i < oldIds.length; i++) {
            if (oldIds[i] != 0) {
                put(oldIds[i], oldReceived[i], oldSentHome[i]);
            }
        }
    }

    private void allocate(int capacity) {
        ids = new int[capacity];
        received = new long[capacity];
        sentHome = new long[capacity];
        size = 0;
    }

    /** Of how many objects something is to be told. */
    public int size() {
        return size;
    }

    /** The next ones that are to be told, the same again until {@link #told}. */
    public List<ControlMessage.Release> next(int most) {
        List<ControlMessage.Release> next = new ArrayList<>(Math.min(most, size));
        for (int i = cursor; i < ids.length && next.size() < most; i++) {
            if (ids[i] != 0) {
                next.add(new ControlMessage.Release(ids[i], received[i], sentHome[i]));
            }
        }
        return next;
    }

    /** The first ones have been told, as many as {@link #next} gave. */
    public void told(int count) {
        size -= count;
        for (int left = count; left > 0; cursor++) {
            if (ids[cursor] != 0) {
                left--;
            }
        }
        if (size == 0) {
            clear();
        }
    }

    /** Forgets all. */
    public void clear() {
        cursor = 0;
        if (ids.length > FIRST_CAPACITY) {
            allocate(FIRST_CAPACITY);
        } else {
            Arrays.fill(ids, 0);
            Arrays.fill(received, 0);
            Arrays.fill(sentHome, 0);
            size = 0;
        }
    }
}
