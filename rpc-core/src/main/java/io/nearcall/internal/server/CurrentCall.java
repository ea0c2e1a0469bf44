// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.server;

/** Which call a thread runs: a lane's thread knows it without a look-up, the threads of an executor by a thread-local. */
public final class CurrentCall {

    private static final ThreadLocal<CallContext> OF_EXECUTORS_THREADS = new ThreadLocal<>();

    /** Whether any thread has ever run a call that is not a lane's own: until then callers need not look. */
    private static volatile boolean used;

    private CurrentCall() {}

    /** The call that the current thread runs, or null. */
    public static CallContext context() {
        if (Thread.currentThread() instanceof LaneThread thread) {
            return thread.context();
        }
        return used ? OF_EXECUTORS_THREADS.get() : null;
    }

    /** Begins a call on whatever thread. Returns what {@link #leave} is to bring back: the call within which it runs. */
    static CallContext enter(CallContext call) {
        CallContext before = context();
        set(call);
        return before;
    }

    static void leave(CallContext before) {
        set(before);
    }

    private static void set(CallContext call) {
        if (Thread.currentThread() instanceof LaneThread thread) {
            thread.enter(call);
        } else if (call == null) {
            OF_EXECUTORS_THREADS.remove();
        } else {
            used = true;
            OF_EXECUTORS_THREADS.set(call);
        }
    }
}
