// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stream;

import io.nearcall.internal.log.Log;
import java.lang.System.Logger.Level;
import java.util.Iterator;
import java.util.concurrent.Executor;
import java.util.stream.BaseStream;

/** An iterator or a stream of this side. If it can be closed, it is when it has ended, failed, or is no longer read. */
final class PulledStream extends ServedStream {

    /*
     * One task at a time pulls, until the source is as far ahead as it may be. Then the task leaves, and the fetch that
     * makes room begins another one. Only the task touches the source, because nobody expects two threads to call it at
     * once. Whoever closes the stream interrupts the task, and the task closes the source when the source returns. If
     * no task runs, whoever closes the stream starts one that closes the source. A task that has not begun by then may
     * never do so, because an executor can be shut down: its number is out of date.
     */

    private final Object source;
    private final Executor threads;
    private final Executor closings;
    private final ClassLoader contextClassLoader = Thread.currentThread().getContextClassLoader();
    private Iterator<?> iterator; // used by the task only

    private boolean pulling; // guarded by this, as are all that follow
    private boolean finished;
    private int task; // the number of the task that may touch the source
    private Thread puller;
    private Thread interrupted;

    /** @param source an {@link Iterator} or a {@link BaseStream} */
    PulledStream(Object source, Executor threads, Executor closings) {
        this.source = source;
        this.threads = threads;
        this.closings = closings;
    }

    @Override
    void produce() {
        int number;
        synchronized (this) {
            if (pulling || finished || isFull()) {
                return;
            }
            pulling = true;
            number = ++task;
        }
        start(number, threads);
    }

    @Override
    void abandon() {
        int number;
        synchronized (this) {
            if (finished) {
                return;
            }
            if (puller != null) {
                interrupted = puller;
                puller.interrupt();
                return;
            }
            pulling = true;
            number = ++task;
        }
        start(number, closings);
    }

    @Override
    boolean isAtWork() {
        return pulling;
    }

    private void start(int number, Executor executor) {
        try {
            executor.execute(() -> run(number));
        } catch (Throwable e) { // no thread can be had: the next fetch tries again
            synchronized (this) {
                pulling = false;
            }
            throw e;
        }
    }

    private void run(int number) {
        Thread thread = Thread.currentThread();
        if (!begin(number, thread)) {
            return;
        }
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(contextClassLoader);
        try {
            pull();
        } catch (Throwable e) { // whatever the application's code throws: the reader is told
            finish(e);
        } finally {
            thread.setContextClassLoader(before);
            if (wasInterrupted(thread)) {
                Thread.interrupted(); // it was meant for the source
            }
        }
    }

    private synchronized boolean begin(int number, Thread thread) {
        boolean current = number == task;
        if (current) {
            puller = thread;
        }
        return current;
    }

    private synchronized boolean isAbandoned() {
        return isClosed();
    }

    private void pull() {
        if (isAbandoned()) {
            finish(null);
            return;
        }
        if (iterator == null) {
            iterator = source instanceof BaseStream<?, ?> stream ? stream.iterator() : (Iterator<?>) source;
        }
        while (iterator.hasNext()) {
            Object element = iterator.next();
            Answer answer;
            boolean resting;
            synchronized (this) {
                if (isClosed()) {
                    break;
                }
                add(element);
                answer = answer();
                resting = isFull(); // without what has just been offered
                if (resting) {
                    pulling = false;
                    puller = null;
                }
            }
            if (answer != null) {
                answer.send();
            }
            if (resting) {
                return;
            }
        }
        finish(null);
    }

    /** Closes the source before the reader learns of the end. When the reader learns of it, all is done. */
    private void finish(Throwable thrown) {
        synchronized (this) {
            if (finished) {
                return;
            }
            finished = true;
        }
        try {
            if (source instanceof AutoCloseable closeable) {
                closeable.close();
            }
        } catch (Throwable e) {
            if (thrown == null) {
                Log.get().log(Level.WARNING, "A stream that another process has read could not be closed", e);
            } else if (thrown != e) {
                thrown.addSuppressed(e);
            }
        }
        synchronized (this) {
            puller = null;
            pulling = false;
            end(thrown);
        }
        left();
        deliver();
    }

    private synchronized boolean wasInterrupted(Thread thread) {
        return interrupted == thread;
    }
}
