// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import io.nearcall.internal.call.CurrentCall;
import io.nearcall.internal.context.Carried;
import io.nearcall.internal.context.DurationText;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Holds what the calls of a thread carry: a deadline, and a few pairs of strings such as a {@code traceparent}.
 * Immutable; safe for use by any number of threads.
 *
 * <pre>{@code
 * Context.current().withDeadline(Duration.ofMillis(50)).with("tenant", "acme")
 *         .run(() -> orders.place(order));
 * }</pre>
 *
 * <p>A remote method finds the remaining time and the pairs of its caller's call in {@link #current()}. The calls that
 * the method makes itself carry both on, to whatever process, until it attaches another context. This applies to
 * synchronous calls, futures, one-way calls and callbacks on the method's own thread. Tasks for other threads must be
 * {@linkplain #wrap(Runnable) wrapped}. One-way calls carry only the pairs, because nobody waits for them.
 *
 * <p><b>Which deadline counts.</b> The {@link Deadline} of a method takes precedence over that of its interface. The
 * earlier one of that deadline and the context's deadline counts. If neither the method nor its interface has a
 * deadline, one that was set with {@link #withDeadline} replaces the endpoint's default. A deadline that came with the
 * call within which this call is made only limits the default: the earlier one counts. The default itself does not
 * travel. A call that has only the default is ended by its caller alone, which then has the method interrupted.
 */
public final class Context {

    /** The key of a trace in the format of W3C Trace Context, as in {@code "00-0af7...-b7ad...-01"}. */
    public static final String TRACEPARENT = "traceparent";

    private static final Context EMPTY = new Context(Carried.NOTHING);

    private final Carried carried;

    private Context(Carried carried) {
        this.carried = carried;
    }

    /** An action with a result. */
    @FunctionalInterface
    public interface Action<T, X extends Exception> {
        T perform() throws X;
    }

    /**
     * The attachment of a context to a thread, until the scope is closed. The thread that attached the context must
     * close the scope, and the scope opened last must be closed first. Idempotent.
     */
    @FunctionalInterface
    public interface Scope extends AutoCloseable {
        /**
         * Ends the attachment.
         *
         * @throws IllegalStateException on another thread, or while a context that was attached later is still attached
         */
        @Override
        void close();
    }

    /**
     * Returns a context with nothing in it. Calls made in it carry nothing of the call around them, not even its
     * deadline.
     */
    public static Context empty() {
        return EMPTY;
    }

    /**
     * Returns the context of the current thread. This is the attached context, or else what came with the remote call
     * that the thread runs, or else an empty context.
     */
    public static Context current() {
        Carried current = CurrentCall.carried();
        return current.isNothing() ? EMPTY : new Context(current);
    }

    /**
     * Returns this context with one more pair, which replaces a pair of the same key.
     *
     * @param key one or more ASCII letters, digits, dots, underscores and hyphens
     * @throws IllegalArgumentException if the key is invalid, or if the value contains half a surrogate pair
     * @throws IllegalArgumentException beyond 16 pairs, or beyond 2048 bytes of keys and values in UTF-8
     */
    public Context with(String key, String value) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
        return new Context(new Carried(
                carried.deadlineNs(), carried.chosen(), carried.metadata().with(key, value)));
    }

    /** Returns this context without the pair of that key. */
    public Context without(String key) {
        return new Context(new Carried(
                carried.deadlineNs(), carried.chosen(), carried.metadata().without(key)));
    }

    /**
     * Returns this context with a deadline for all calls together that are made in it. The time begins to run now. If
     * this context has an earlier deadline, that one stays.
     *
     * @throws IllegalArgumentException if the timeout is zero or negative
     */
    public Context withDeadline(Duration timeout) {
        if (timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("timeout=" + timeout + " is not positive");
        }
        long deadlineNs = System.nanoTime() + Math.min(EndpointBuilder.toNs(timeout), Long.MAX_VALUE / 2);
        boolean earlier = carried.deadlineNs() != Carried.NO_DEADLINE && carried.deadlineNs() - deadlineNs < 0;
        return new Context(new Carried(earlier ? carried.deadlineNs() : deadlineNs, true, carried.metadata()));
    }

    /** Returns the time until the deadline: zero if it has passed, empty if there is no deadline. */
    public Optional<Duration> remaining() {
        return remaining(carried.deadlineNs());
    }

    static Optional<Duration> remaining(long deadlineNs) {
        return deadlineNs == Carried.NO_DEADLINE
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(Math.max(0, deadlineNs - System.nanoTime())));
    }

    /** Returns the pairs in the order in which they were set, as an unmodifiable map. */
    public Map<String, String> metadata() {
        return carried.metadata().pairs();
    }

    /** Makes this the context of the current thread until the scope is closed. Use it with try-with-resources. */
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
                    throw new IllegalStateException("The context attached to thread " + thread.getName()
                            + " is not that of this scope; close scopes in reverse order, with try-with-resources");
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

    /** Performs the action in this context, on this thread, and throws what the action throws. */
    public <T, X extends Exception> T call(Action<T, X> action) throws X {
        Scope scope = attach();
        try {
            return action.perform();
        } finally {
            scope.close();
        }
    }

    /** Returns a task that runs in this context, on any thread. */
    public Runnable wrap(Runnable task) {
        Objects.requireNonNull(task, "task");
        return () -> run(task);
    }

    /** Returns a task with a result that runs in this context, on any thread. */
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
