// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stream;

import io.nearcall.internal.codec.Batch;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The writing end of a stream: what its source has produced and the reader has not received yet. Lives until the reader
 * gives it up, or the connection ends. Any thread.
 */
abstract class ServedStream implements StreamSource, AutoCloseable {

    /*
     * Elements have positions. An element stays here until the reader asks for one behind it, because only then has it
     * certainly come. So a fetch whose answer came too late, or whose reader was interrupted, has lost nothing.
     *
     *              acknowledged | offered, on its way | produced ahead |
     *     --------------------- | ------------------- | -------------- | ------->
     *                      position          position + offered   + capacity, at most
     *
     * Only the future of the fetch waits for the source, and neither a thread of a lane nor one of an executor. The
     * first element that comes answers the fetch. What the source produces meanwhile is in the next answer. So a batch
     * is as large as the source is ahead, an element never waits for the one behind it, and a quiet source holds up
     * nobody.
     *
     * The capacity bounds how far the source is ahead, and how many elements are offered at once. Elements on their way
     * do not count as ahead. Otherwise the source would rest while a full batch travels, and the next fetch would find
     * only the first element that comes then. So at most twice the capacity is ever kept, and that is what a slow
     * reader costs: an answer that it has not acknowledged, and the next one. The capacity is one, offered or not,
     * until the first element has been received. Then the size of the elements is known, and the capacity is no more
     * than fills an answer. Below that bound it begins small, for a reader that takes few elements, and doubles when
     * the source has had to wait for the reader.
     */

    private static final int SECOND_CAPACITY = 16;
    private static final int LARGEST_CAPACITY = 4096;
    private static final Object[] NOTHING = {};

    /** All guarded by this. */
    private Object[] elements = new Object[1];

    private int count;
    private int offered;
    private long position;
    private long demand;
    private int capacity = 1;
    private Batch answered; // the last answer, until it is received
    private boolean ended;
    private Throwable failure;
    private boolean closed;
    private volatile CompletableFuture<Batch> waiting;
    private Runnable registration;
    private Runnable left = () -> {}; // run once, when the source is no longer at work

    /** The answer to a fetch. It is sent outside the lock: this thread writes it, and may have to wait for room. */
    record Answer(CompletableFuture<Batch> fetch, Batch batch, Throwable thrown) {
        void send() {
            if (thrown != null) {
                fetch.completeExceptionally(thrown);
            } else {
                fetch.complete(batch);
            }
        }
    }

    /**
     * Closes the stream when the connection ends. {@code onEnd} takes a task for then, and returns one that takes it
     * back.
     */
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
        return ask(received, wanted, true);
    }

    @Override
    public final CompletableFuture<Batch> follow(long received, long wanted) {
        return ask(received, wanted, true);
    }

    @Override
    public final CompletableFuture<Batch> poll(long received) {
        return ask(received, Long.MAX_VALUE, false);
    }

    private CompletableFuture<Batch> ask(long received, long wanted, boolean waits) {
        CompletableFuture<Batch> asked = new CompletableFuture<>();
        CompletableFuture<Batch> superseded;
        Answer answer;
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
            waiting = asked;
            answer = answer();
            if (answer == null && !waits) {
                waiting = null;
                answer = new Answer(asked, null, null);
            }
        }
        if (superseded != null) {
            superseded.cancel(false);
        }
        if (answer != null) {
            answer.send(); // to nobody yet: it is written after we have returned, and the source goes on before that
        }
        produce();
        return asked;
    }

    private void acknowledge(long received) {
        if (received < position || received - position > count) {
            throw new IllegalArgumentException(
                    "position=" + received + " of elements " + position + " to " + (position + count));
        }
        boolean full = isFull();
        offered = 0; // what of it has not come will be offered again
        int gone = (int) (received - position);
        if (gone == 0) {
            return;
        }
        if (full) {
            capacity = Math.min(LARGEST_CAPACITY, Math.max(SECOND_CAPACITY, 2 * capacity));
        }
        long elementBytes = answered == null ? 0 : answered.elementBytes();
        answered = null; // it would keep the elements alive
        if (elementBytes > 0) {
            capacity = (int) Math.max(1, Math.min(capacity, Batch.ENOUGH_BYTES / elementBytes));
        }
        System.arraycopy(elements, gone, elements, 0, count - gone);
        Arrays.fill(elements, count - gone, count, null);
        count -= gone;
        position = received;
    }

    /** Answers the fetch that waits, if there is one and there is something to answer. Returns whether it did. */
    final boolean deliver() {
        if (waiting == null) {
            return false;
        }
        Answer answer;
        synchronized (this) {
            answer = answer();
        }
        if (answer == null) {
            return false;
        }
        answer.send();
        return true;
    }

    /** Under the lock: takes the fetch that waits, if there is something to answer; null if not, or if none waits. */
    final Answer answer() {
        CompletableFuture<Batch> asked = waiting;
        if (asked == null) {
            return null;
        }
        Batch batch = null;
        Throwable thrown = null;
        int ready = (int) Math.min(Math.min(count, capacity), demand - position);
        if (ready > 0) {
            batch = new Batch(Arrays.copyOf(elements, ready), ended && failure == null && ready == count);
            answered = batch;
            // As long as nothing has been received, what is offered counts as ahead.
            offered = position == 0 ? 0 : ready;
        } else if (!ended || count > 0) {
            return null;
        } else if (failure != null) {
            thrown = failure;
        } else {
            batch = new Batch(NOTHING, true);
        }
        waiting = null;
        return new Answer(asked, batch, thrown);
    }

    /** Makes the source go on, unless it is far enough ahead. Does not wait for it. */
    abstract void produce();

    /** Nobody reads any more: tells the source, once. Does not wait for it. */
    abstract void abandon();

    /** Under the lock: whether the source is at work, or waits to be told that nobody reads. */
    abstract boolean isAtWork();

    /** Called without the lock, whenever the source may no longer be at work. */
    final void left() {
        Runnable action = () -> {};
        synchronized (this) {
            if (closed && !isAtWork()) {
                action = left;
                left = () -> {};
            }
        }
        action.run();
    }

    /** As {@link #close}; {@code done} runs once, when the source is no longer at work, whatever happens. */
    final void close(Runnable done) {
        try {
            close();
        } finally {
            synchronized (this) {
                Runnable before = left;
                left = () -> {
                    before.run();
                    done.run();
                };
            }
            left();
        }
    }

    /** Under the lock, as all that follow. */
    final void add(Object element) {
        if (closed) {
            return;
        }
        if (count == elements.length) {
            elements = Arrays.copyOf(elements, 2 * count);
        }
        elements[count++] = element;
    }

    /** @param thrown null if the source has reached its end */
    final void end(Throwable thrown) {
        ended = true;
        failure = thrown;
    }

    final boolean isFull() {
        return count - offered >= capacity;
    }

    /** The position that the source has reached. */
    final long produced() {
        return position + count;
    }

    /** The position up to which the source may be asked for elements now. */
    final long wanted() {
        return Math.min(demand, position + offered + capacity);
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
            elements = NOTHING;
            count = 0;
            offered = 0;
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
