// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import io.nearcall.internal.context.Carried;
import io.nearcall.internal.server.CurrentCall;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * What goes along with the calls that a thread makes: a deadline, and a few pairs of strings such as a {@code
 * traceparent}. Immutable; safe for use by any number of threads.
 *
 * <pre>{@code
 * Context.current().withDeadline(Duration.ofMillis(50)).with("tenant", "acme")
 *         .run(() -> orders.place(order));
 * }</pre>
 *
 * <p>A remote method finds in {@link #current()} what its caller's call had: what is left of the deadline, and the pairs. The
 * calls that it makes itself carry them on, to whatever process, until it attaches another context. That goes for
 * synchronous calls, futures, one-way calls and callbacks on the method's own thread. Tasks for other threads are
 * {@linkplain #wrap(Runnable) wrapped}. One-way calls carry the pairs only: nobody waits for them.
 *
 * <p><b>Which deadline counts.</b> The {@link Deadline} of the method, else that of its interface, and the context's: the
 * earlier one. If the two say nothing, one that was set with {@link #withDeadline} takes the place of the endpoint's
 * default, and one that came with the call within which this one is made limits it. The default itself does not go along: a
 * call that has only that is ended by its caller alone, who then has the method interrupted.
 */
public final class Context {

    /** The key of a trace in the form of W3C Trace Context, as in {@code "00-0af7...-b7ad...-01"}. */
    public static final String TRACEPARENT = "traceparent";

    private static final Context EMPTY = new Context(Carried.NOTHING);

    private final Carried carried;

    private Context(Carried carried) {
        this.carried = carried;
    }

    /** An act with a result. */
    @FunctionalInterface
    public interface Action<T, X extends Exception> {
        T perform() throws X;
    }

    /** A context is attached to a thread until this is closed, by that thread, the last one first. Idempotent. */
    @FunctionalInterface
    public interface Scope extends AutoCloseable {
        /** @throws IllegalStateException on another thread, or while a context that was attached later still is */
        @Override
        void close();
    }

    /** With nothing in it. Calls made in it are free of what came with the call around them, its deadline included. */
    public static Context empty() {
        return EMPTY;
    }

    /** That of the calling thread: what is attached, else what came with the remote call that it runs, else empty. */
    public static Context current() {
        Carried current = CurrentCall.carried();
        return current.isNothing() ? EMPTY : new Context(current);
    }

    /**
     * This and a pair, which takes the place of one with the same key.
     *
     * @param key of ASCII letters, digits, dots, underscores and hyphens
     * @throws IllegalArgumentException if that is no key, or the value is no text
     * @throws MetadataTooLargeException beyond 16 pairs, or 2048 bytes of keys and values in UTF-8
     */
    public Context with(String key, String value) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
        return new Context(new Carried(
                carried.deadlineNs(), carried.chosen(), carried.metadata().with(key, value)));
    }

    /** This without the pair of that key. */
    public Context without(String key) {
        return new Context(new Carried(
                carried.deadlineNs(), carried.chosen(), carried.metadata().without(key)));
    }

    /**
     * This with a deadline, which begins to run now, for all calls together that are made in it. It never makes an earlier
     * one later.
     *
     * @throws IllegalArgumentException if it is zero or negative
     */
    public Context withDeadline(Duration timeout) {
        if (timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("timeout=" + timeout);
        }
        long deadlineNs = System.nanoTime() + Math.min(EndpointBuilder.toNs(timeout), Long.MAX_VALUE / 2);
        boolean earlier = carried.deadlineNs() != Carried.NO_DEADLINE && carried.deadlineNs() - deadlineNs < 0;
        return new Context(new Carried(earlier ? carried.deadlineNs() : deadlineNs, true, carried.metadata()));
    }

    /** What is left until the deadline, zero if it has passed; empty if there is none. */
    public Optional<Duration> remaining() {
        return remaining(carried.deadlineNs());
    }

    static Optional<Duration> remaining(long deadlineNs) {
        return deadlineNs == Carried.NO_DEADLINE
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(Math.max(0, deadlineNs - System.nanoTime())));
    }

    /** The pairs, in the order in which they were set. Unmodifiable. */
    public Map<String, String> metadata() {
        return carried.metadata().pairs();
    }

    /** Makes this the current thread's context until the scope is closed: for try-with-resources. */
    public Scope attach() {
        Thread thread = Thread.currentThread();
        Carried before = CurrentCall.attached();
        CurrentCall.attach(carried);
        return new Scope() {
            private boolean closed;

            @Override
            public void close() {
                if (closed) {
                    return;
                }
                if (Thread.currentThread() != thread) {
                    throw new IllegalStateException("The scope belongs to thread " + thread.getName()
                            + " and was closed on " + Thread.currentThread().getName()
                            + "; use Context.wrap for tasks of other threads");
                }
                if (CurrentCall.attached() != carried) {
                    throw new IllegalStateException("Another context is attached to thread " + thread.getName()
                            + " than this scope's; close scopes in reverse order, with try-with-resources");
                }
                closed = true;
                CurrentCall.attach(before);
            }
        };
    }

    /** Runs the task in this context, on this thread. */
    public void run(Runnable task) {
        Scope scope = attach();
        try {
            task.run();
        } finally {
            scope.close();
        }
    }

    /** Performs the action in this context, on this thread; throws what it throws. */
    public <T, X extends Exception> T call(Action<T, X> action) throws X {
        Scope scope = attach();
        try {
            return action.perform();
        } finally {
            scope.close();
        }
    }

    /** A task that runs in this context, on whatever thread. */
    public Runnable wrap(Runnable task) {
        Objects.requireNonNull(task, "task");
        return () -> run(task);
    }

    /** As above, with a result. */
    public <T> Callable<T> wrap(Callable<T> task) {
        Objects.requireNonNull(task, "task");
        return () -> call(task::call);
    }

    @Override
    public String toString() {
        return "Context["
                + remaining()
                        .map(left -> DurationText.format(left.toNanos()) + " left, ")
                        .orElse("") + metadata() + "]";
    }
}
