// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stream;

import io.nearcall.internal.codec.Batch;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The writing end of a stream: what its source has produced, and the reader has not received yet. Lives until the reader
 * gives it up, or the connection ends. Any thread.
 */
abstract class ServedStream implements StreamSource, AutoCloseable {

    /*
     * Elements have positions. An element stays here until the reader asks for one behind it: only then is it certain that
     * it has come. So a fetch whose answer came too late, or whose reader was interrupted, has lost nothing.
     *
     *              acknowledged | offered, on its way | produced ahead |
     *     --------------------- | ------------------- | -------------- | ------->
     *                      position                        position + capacity, at most
     *
     * Nobody waits for the source but the future of the fetch: neither a thread of a lane nor one of an executor. The first
     * element that comes answers it, and what the source produces meanwhile is in the next answer; so a batch is as large
     * as the source is ahead, an element never waits for the one behind it, and a quiet source holds up nobody.
     *
     * The capacity bounds how far ahead. It is one until the first element has been received: then it is known how large they
     * are, and no more are kept than would fill two answers. Beyond that it begins small, for a reader that takes few, and
     * doubles when the source has had to wait for the reader. That is what a slow reader costs.
     */

    private static final int SECOND_CAPACITY = 16;
    private static final int LARGEST_CAPACITY = 1024;
    private static final int SMALLEST_CAPACITY = 2;
    private static final int KEPT_BYTES = 2 * Batch.ENOUGH_BYTES;
    private static final Object[] NOTHING = {};
    /** In place of a null, which a deque does not take. */
    private static final Object NULL = new Object();

    /** All guarded by this. */
    private final ArrayDeque<Object> elements = new ArrayDeque<>();

    private long position;
    private long demand;
    private int capacity = 1;
    private Batch answered; // the last one, until it is received
    private boolean ended;
    private Throwable failure;
    private boolean closed;
    private volatile CompletableFuture<Batch> waiting;
    private Runnable registration;

    /** Has it closed when the connection ends. {@code onEnd} takes what is to be done then, and gives what forgets it. */
    final void closeAtEnd(Function<Runnable, Runnable> onEnd) {
        Runnable forget = onEnd.apply(this::close);
        boolean late;
        synchronized (this) {
            late = closed;
            registration = forget;
        }
        if (late) {
            forget.run();
        }
    }

    @Override
    public final CompletableFuture<Batch> fetch(long received, long wanted) {
        CompletableFuture<Batch> answer = new CompletableFuture<>();
        CompletableFuture<Batch> superseded;
        synchronized (this) {
            if (closed) {
                throw new CancellationException("The reader of the stream has closed it");
            }
            acknowledge(received);
            if (wanted < received) {
                throw new IllegalArgumentException("demand=" + wanted + " position=" + received);
            }
            demand = wanted;
            superseded = waiting;
            waiting = answer;
        }
        if (superseded != null) {
            superseded.cancel(false);
        }
        deliver();
        produce();
        return answer;
    }

    @Override
    public final CompletableFuture<Batch> follow(long received, long wanted) {
        return fetch(received, wanted);
    }

    private void acknowledge(long received) {
        int count = (int) Math.min(received - position, Integer.MAX_VALUE);
        if (received < position || count > elements.size()) {
            throw new IllegalArgumentException(
                    "position=" + received + " of elements " + position + " to " + (position + elements.size()));
        }
        if (count == 0) {
            return;
        }
        if (elements.size() >= capacity) {
            capacity = Math.min(LARGEST_CAPACITY, Math.max(SECOND_CAPACITY, 2 * capacity));
        }
        long elementBytes = answered == null ? 0 : answered.elementBytes();
        answered = null; // it would keep the elements
        if (elementBytes > 0) {
            capacity = (int) Math.max(SMALLEST_CAPACITY, Math.min(capacity, KEPT_BYTES / elementBytes));
        }
        for (int i = 0; i < count; i++) {
            elements.remove();
        }
        position = received;
    }

    /** Answers the fetch that waits, if there is one and there is something to answer. */
    final void deliver() {
        if (waiting == null) {
            return;
        }
        CompletableFuture<Batch> answer;
        Batch batch = null;
        Throwable thrown = null;
        synchronized (this) {
            answer = waiting;
            int count = (int) Math.min(elements.size(), demand - position);
            if (answer == null) {
                return;
            } else if (count > 0) {
                batch = new Batch(first(count), ended && failure == null && count == elements.size());
                answered = batch;
            } else if (!ended || !elements.isEmpty()) {
                return;
            } else if (failure != null) {
                thrown = failure;
            } else {
                batch = new Batch(NOTHING, true);
            }
            waiting = null;
        }
        // Outside of the lock: the answer is written on this thread, which may have to wait for room.
        if (thrown != null) {
            answer.completeExceptionally(thrown);
        } else {
            answer.complete(batch);
        }
    }

    private Object[] first(int count) {
        Object[] first = new Object[count];
        Iterator<Object> all = elements.iterator();
        for (int i = 0; i < count; i++) {
            Object element = all.next();
            first[i] = element == NULL ? null : element;
        }
        return first;
    }

    /** Sees to it that the source goes on, unless it is far enough ahead. Does not wait for it. */
    abstract void produce();

    /** Nobody reads any more: the source is to be told, once. Does not wait for it. */
    abstract void abandon();

    /** Under the lock, as all that follow. */
    final void add(Object element) {
        if (!closed) {
            elements.add(element == null ? NULL : element);
        }
    }

    /** @param thrown null if it was the end */
    final void end(Throwable thrown) {
        ended = true;
        failure = thrown;
    }

    final boolean isFull() {
        return elements.size() >= capacity;
    }

    /** The position that the source has reached. */
    final long produced() {
        return position + elements.size();
    }

    /** The position up to which it may be asked for elements now. */
    final long wanted() {
        return Math.min(demand, position + capacity);
    }

    final boolean isEnded() {
        return ended;
    }

    final boolean isClosed() {
        return closed;
    }

    /** Nobody reads any more. Idempotent, any thread; does not wait for the source. */
    @Override
    public final void close() {
        CompletableFuture<Batch> unanswered;
        Runnable forget;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            unanswered = waiting;
            waiting = null;
            elements.clear();
            forget = registration;
        }
        abandon();
        if (forget != null) {
            forget.run();
        }
        if (unanswered != null) {
            unanswered.cancel(false);
        }
    }
}
