// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stream;

import io.nearcall.CallInterruptedException;
import io.nearcall.DeadlineExceededException;
import io.nearcall.EncodingException;
import io.nearcall.Outcome;
import io.nearcall.OverloadedException;
import io.nearcall.ReleasedException;
import io.nearcall.internal.codec.Batch;
import io.nearcall.internal.codec.LocalFrames;
import io.nearcall.internal.stub.ReferenceHolder;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * The elements of an iterator or a stream of the other side. Each batch is one call. The call is made when half of the
 * batch before has been taken, or when an element is asked for that is not here. Used by one thread at a time, like any
 * iterator; any thread may call {@link #close}. At its end, and when it fails, the iterator closes itself.
 */
public final class RemoteIterator<T> implements Iterator<T>, AutoCloseable {

    /*
     * Reading ahead. When half of a batch is still to be read, the other side is asked for what it has ahead. So the
     * next batch travels while this one is consumed, and at most one and a half are here. That call does not wait for
     * the source. A call that did would keep a deadline while nobody reads, and keep this iterator from being
     * collected. If the call brings nothing, or fails, it is as if it had not been made. A reader that goes on makes
     * the call that waits, and is told then. A batch of one is the mark of a source that is not ahead, or of large
     * elements, and nothing is asked behind it.
     */

    private static final Object[] NOTHING = {};
    private static final int NEVER = -1;

    private final StreamSource source;
    private final ReferenceHolder reference;
    private Object[] batch = NOTHING;
    private int index;
    private int half = NEVER;
    private long received;
    private boolean last;
    private Throwable failure;
    private boolean early; // whether the fetch is one that does not wait
    private volatile CompletableFuture<Batch> fetch;
    private volatile boolean closed;

    RemoteIterator(StreamSource source, ReferenceHolder reference) {
        this.source = source;
        this.reference = reference;
    }

    /**
     * Blocks while the next element is not here, for at most one deadline, and one more if the other side does not
     * answer at all. After a {@link DeadlineExceededException}, an {@link OverloadedException} and a
     * {@link CallInterruptedException} it can be called again, and nothing is lost. Any other exception is the end.
     */
    @Override
    public boolean hasNext() {
        while (index == batch.length && !last) {
            fetch();
        }
        return index < batch.length;
    }

    @Override
    @SuppressWarnings("unchecked")
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("The stream of process " + pid() + " has no further element");
        }
        Object element = batch[index];
        batch[index++] = null;
        if (index == half) {
            readAhead();
        }
        return (T) element;
    }

    private void readAhead() {
        if (closed || fetch != null) {
            return;
        }
        try {
            asked(source.poll(received), true);
        } catch (Throwable e) {
            // whoever asks for an element that is not here is told
        }
    }

    private void fetch() {
        if (failure != null) {
            throw RemoteIterator.<RuntimeException>unchecked(failure);
        }
        if (closed) {
            throw ReleasedException.stream(pid());
        }
        CompletableFuture<Batch> asked = fetch;
        if (asked == null) {
            asked = asked(source.fetch(received, Long.MAX_VALUE), false);
        }
        Batch fetched = await(asked);
        if (fetched != null) {
            take(fetched);
        } else if (!early) {
            failure = withoutElements();
            reference.release();
            throw RemoteIterator.<RuntimeException>unchecked(failure);
        }
    }

    /**
     * The exception for a reader whose source answers, but neither gives elements nor ends. The source would be asked
     * for ever.
     */
    static EncodingException withoutElements() {
        return EncodingException.unencodable(
                Outcome.MAY_HAVE_RUN,
                "The answer of a stream's source cannot be read",
                "it has neither elements nor a source of them");
    }

    private CompletableFuture<Batch> asked(CompletableFuture<Batch> asked, boolean ahead) {
        early = ahead;
        fetch = asked;
        if (closed) { // after the write. Partner: close(), which has either seen it or left it to us
            asked.cancel(false);
        }
        return asked;
    }

    private void take(Batch fetched) {
        batch = fetched.elements();
        index = 0;
        received += batch.length;
        last = fetched.isLast();
        half = last || batch.length == 1 ? NEVER : batch.length / 2;
        if (last) {
            reference.release();
        }
    }

    /** Returns null if the batch was asked for early, and the call has brought nothing. */
    private Batch await(CompletableFuture<Batch> asked) {
        try {
            Batch fetched = asked.get();
            fetch = null;
            return fetched;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the next call goes on waiting for the same answer
            throw new CallInterruptedException(Outcome.NOT_SENT, "the next elements of a stream");
        } catch (CancellationException e) {
            throw ReleasedException.stream(pid());
        } catch (ExecutionException e) {
            fetch = null;
            if (closed) { // closed meanwhile: whatever has come of the call, that is the reason
                throw ReleasedException.stream(pid());
            }
            if (early) {
                return null;
            }
            Throwable thrown = e.getCause();
            if (thrown instanceof DeadlineExceededException late) {
                throw late(late);
            }
            LocalFrames.replaceIn(thrown);
            if (!isPassing(thrown)) {
                failure = thrown;
                reference.release();
            }
            throw RemoteIterator.<RuntimeException>unchecked(thrown);
        }
    }

    private DeadlineExceededException late(DeadlineExceededException ofCall) {
        return new DeadlineExceededException(
                Outcome.NOT_STARTED,
                "The next element of a stream",
                reference.link().serviceName(),
                pid(),
                ofCall.deadlineNs(),
                "its source has not produced one; it can be asked for again, nothing is lost");
    }

    private static boolean isPassing(Throwable thrown) {
        return thrown instanceof OverloadedException || thrown instanceof CallInterruptedException;
    }

    /** What the other side's iterator throws arrives unchanged, whatever it is. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E unchecked(Throwable thrown) throws E {
        throw (E) thrown;
    }

    /**
     * Tells the other side, which closes what it has. Ends the wait of a reader here. Elements that are here can still
     * be had.
     */
    @Override
    public void close() {
        closed = true;
        CompletableFuture<Batch> asked = fetch;
        if (asked != null) {
            asked.cancel(false);
        }
        reference.release();
    }

    @Override
    public String toString() {
        return "Iterator[elements of process " + pid() + "]";
    }

    private int pid() {
        return reference.link().peerPid();
    }
}
