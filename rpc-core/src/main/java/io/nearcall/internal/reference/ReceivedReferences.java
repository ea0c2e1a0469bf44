// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

/**
 * The objects of one connection's peer that this side refers to. The peer is told when nothing here refers to an object
 * any more, or when nobody has read the message that brought it. Any thread.
 */
public final class ReceivedReferences {

    /** Tells the peer that a stub has been dropped; see {@link SentReferences#released}. */
    public interface Releaser {
        void release(int id, long received, long sentHome);
    }

    private final int maxReferences;
    private final Releaser releaser;
    private final IntConsumer more;
    private final ReferenceQueue<ReceivedReference> dropped;
    private final Map<Integer, Count> counts = new HashMap<>();

    /**
     * @param maxReferences to how many objects this side may refer at once
     * @param more is told to how many more objects this side refers, with the lock of this table
     * @param dropped the queue of the {@link Count}s whose references nobody has any more; whoever polls it calls
     *     {@link Count#release}
     */
    public ReceivedReferences(
            int maxReferences, Releaser releaser, IntConsumer more, ReferenceQueue<ReceivedReference> dropped) {
        this.maxReferences = maxReferences;
        this.releaser = releaser;
        this.more = more;
        this.dropped = dropped;
    }

    /** What the peer must be told once nobody refers to the object any more; outlives the reference. */
    public final class Count extends WeakReference<ReceivedReference> {
        final int id;
        final AtomicLong sentHome = new AtomicLong();
        long received; // guarded by the table
        int unsettled; // guarded by the table
        boolean released; // guarded by the table
        private long told; // how much of sentHome has been told; guarded by the table

        private Count(int id, ReceivedReference reference) {
            super(reference, dropped);
            this.id = id;
        }

        /** Tells the peer, unless that has been done. */
        public void release() {
            long untold;
            synchronized (ReceivedReferences.this) {
                if (unsettled > 0 || !withdraw()) {
                    return; // in the first case whoever settles the reference tells the peer
                }
                untold = tell();
            }
            releaser.release(id, received, untold);
        }

        /** Guarded by the table. */
        private long tell() {
            long untold = sentHome.get() - told;
            told += untold;
            return untold;
        }

        void notSentHome() {
            synchronized (ReceivedReferences.this) {
                if (sentHome.decrementAndGet() >= told) {
                    return;
                }
                told--;
            }
            releaser.release(id, 0, -1);
        }

        /** Guarded by the table. */
        private boolean withdraw() {
            boolean first = !released;
            released = true;
            if (counts.remove(id, this)) {
                more.accept(-1);
            }
            return first;
        }
    }

    /**
     * A reference has come in a message; {@link #settled} must follow when the message has been read.
     *
     * @return null if the peer has sent more than it may
     */
    public synchronized ReceivedReference arrived(int id) {
        Count count = counts.get(id);
        ReceivedReference reference = count == null ? null : count.get();
        if (reference == null) {
            if (count == null && counts.size() == maxReferences) {
                return null;
            }
            reference = new ReceivedReference(id);
            count = new Count(id, reference);
            reference.count = count;
            if (counts.put(id, count) == null) {
                more.accept(1);
            }
        }
        count.received++;
        count.unsettled++;
        return reference;
    }

    /** The message that brought the reference has been read, or will not be. */
    public void settled(ReceivedReference reference) {
        Count count = reference.count;
        long untold;
        synchronized (this) {
            if (--count.unsettled > 0 || reference.isInUse() || !count.withdraw()) {
                return;
            }
            untold = count.tell();
        }
        releaser.release(count.id, count.received, untold);
    }

    /**
     * An object of the peer is not sent home after all, in a message that nobody answers. It was
     * {@linkplain ReceivedReference#sendHome announced} when its stub had not been released. If the peer has been told
     * since, that is taken back, with the count of any stub, because the peer only adds up.
     */
    public void notSentHome(int id) {
        Count count;
        synchronized (this) {
            count = counts.get(id);
        }
        if (count == null) {
            releaser.release(id, 0, -1);
        } else {
            count.notSentHome();
        }
    }

    /** The object of that number, which a message that is being read has brought; null if none has. */
    public synchronized ReceivedReference get(int id) {
        Count count = counts.get(id);
        return count == null ? null : count.get();
    }
}
