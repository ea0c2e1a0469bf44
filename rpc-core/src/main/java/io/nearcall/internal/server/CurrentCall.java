// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.server;

/** Which call a thread runs: a lane's thread knows it without a look-up, the threads of an executor by a thread-local. */
public final class CurrentCall {

    private static final ThreadLocal<CallContext> OF_EXECUTORS_THREADS = new ThreadLocal<>();

    private CurrentCall() {}

    /** The call that the current thread runs, or null. */
    public static CallContext context() {
        return Thread.currentThread() instanceof LaneThread thread ? thread.context() : OF_EXECUTORS_THREADS.get();
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
            OF_EXECUTORS_THREADS.set(call);
        }
    }
}
