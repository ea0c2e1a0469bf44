// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.call;

import io.nearcall.internal.context.Carried;
import io.nearcall.internal.context.Metadata;

/**
 * Which call a thread runs, and what its own calls carry. A lane's thread knows that without a look-up, other threads
 * by a thread-local.
 */
public final class CurrentCall {

    private static final ThreadLocal<CallThread> OF_OTHER_THREADS = new ThreadLocal<>();

    /** Whether any other thread has ever run a call or been given a context: until then callers need not look. */
    private static volatile boolean used;

    private CurrentCall() {}

    /** What is known of the current thread; null if nothing is known. */
    public static CallThread thread() {
        if (Thread.currentThread() instanceof LaneThread thread) {
            return thread;
        }
        return used ? OF_OTHER_THREADS.get() : null;
    }

    /** The call that the current thread runs, or null. */
    public static CallContext context() {
        CallThread thread = thread();
        return thread == null ? null : thread.call();
    }

    /** What the current thread's calls carry. */
    public static Carried carried() {
        CallThread thread = thread();
        if (thread == null) {
            return Carried.NOTHING;
        }
        if (thread.attached() != null) {
            return thread.attached();
        }
        CallContext call = thread.call();
        if (call == null || call.deadlineNs() == Carried.NO_DEADLINE && call.metadata() == Metadata.NONE) {
            return Carried.NOTHING;
        }
        return new Carried(call.deadlineNs(), false, call.metadata());
    }

    /** The metadata of {@link #carried}. Allocates nothing. */
    public static Metadata metadata() {
        CallThread thread = thread();
        if (thread == null) {
            return Metadata.NONE;
        }
        Carried attached = thread.attached();
        if (attached != null) {
            return attached.metadata();
        }
        CallContext call = thread.call();
        return call == null ? Metadata.NONE : call.metadata();
    }

    /** What has been attached to the current thread, or null. */
    public static Carried attached() {
        CallThread thread = thread();
        return thread == null ? null : thread.attached();
    }

    /** From now on the current thread's calls carry this; null for what came with the call that it runs. */
    public static void attach(Carried carried) {
        set(context(), carried);
    }

    public static void set(CallContext call, Carried attached) {
        CallThread known = thread();
        if (known instanceof LaneThread) {
            known.set(call, attached);
        } else if (call == null && attached == null) {
            OF_OTHER_THREADS.remove();
        } else if (known != null) {
            known.set(call, attached);
        } else {
            used = true;
            CallThread other = new OtherThread();
            other.set(call, attached);
            OF_OTHER_THREADS.set(other);
        }
    }

    private static final class OtherThread implements CallThread {
        private CallContext call;
        private Carried attached;

        @Override
        public CallContext call() {
            return call;
        }

        @Override
        public Carried attached() {
            return attached;
        }

        @Override
        public void set(CallContext running, Carried carried) {
            call = running;
            attached = carried;
        }
    }
}
