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
 * The elements of an iterator or a stream of the other side. Each batch is one call, made when half of the one before has
 * been taken, and otherwise when an element is asked for that is not here. For one thread at a time, as any iterator;
 * {@link #close} for any. At its end, and when it fails, it closes itself.
 */
public final class RemoteIterator<T> implements Iterator<T>, AutoCloseable {

    /*
     * Reading ahead. With half of a batch still to be read, the other side is asked for what it has ahead, so that the next
     * batch travels while this one is consumed; at most one and a half are here. That call does not wait for the source:
     * one that did would keep a deadline, and this iterator from being collected, while nobody reads. Where it brings
     * nothing, or fails, it is as if it had not been made: who reads on makes the one that waits, and is told then. A
     * batch of one is the mark of a source that is not ahead, or of elements that are large, and nothing is asked behind it.
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
    private boolean early; // that fetch is one that does not wait
    private volatile CompletableFuture<Batch> fetch;
    private volatile boolean closed;

    RemoteIterator(StreamSource source, ReferenceHolder reference) {
        this.source = source;
        this.reference = reference;
    }

    /**
     * Blocks while the next element is not here, for a deadline at most, and one more if the other side does not answer at
     * all. After a {@link DeadlineExceededException}, an {@link OverloadedException} and a {@link CallInterruptedException}
     * it can be called again, and nothing is lost; all else that is thrown is the end.
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

    /** What a reader is told whose source answers, and neither gives elements nor ends: it would be asked for ever. */
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

    /** Null if it was asked early, and has brought nothing. */
    private Batch await(CompletableFuture<Batch> asked) {
        try {
            Batch fetched = asked.get();
            fetch = null;
            return fetched;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the next call waits on for the same answer
            throw new CallInterruptedException(Outcome.NOT_SENT, "the next elements of a stream");
        } catch (CancellationException e) {
            throw ReleasedException.stream(pid());
        } catch (ExecutionException e) {
            fetch = null;
            if (closed) { // meanwhile: whatever has come of the call, it is for that
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

    /** What the other side's iterator throws arrives as it is, whatever it is. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E unchecked(Throwable thrown) throws E {
        throw (E) thrown;
    }

    /** The other side is told and closes what it has; who waits here is not kept. Elements that are here can still be had. */
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
