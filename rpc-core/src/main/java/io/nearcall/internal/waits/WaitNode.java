// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

import java.util.List;

/** A thread of a process, and what it waits for. */
public final class WaitNode {

    private final WaitsView process;
    private final WaitsView.Waiter thread;
    private final WaitsView.Call call;
    private WaitsView.Served served; // null if it is not known, or a lock
    private List<WaitNode> behind = List.of();

    WaitNode(WaitsView process, WaitsView.Waiter thread, WaitsView.Call call) {
        this.process = process;
        this.thread = thread;
        this.call = call;
    }

    /** What it waits for has been found. */
    void found(WaitsView.Served call, List<WaitNode> threads) {
        served = call;
        behind = threads;
    }

    public WaitsView process() {
        return process;
    }

    public WaitsView.Waiter thread() {
        return thread;
    }

    /** The call that it waits for; null if it waits for none. */
    public WaitsView.Call call() {
        return call;
    }

    /** Whether it waits for a call, or for a lock. */
    public boolean waits() {
        return call != null || thread.lockOwner() != 0;
    }

    /** Whether it waits for a call that waits for a thread of an executor. */
    public boolean isQueued() {
        return served != null && served.queued();
    }

    /** The threads of which one has to go on before this one can; none if they are not known. */
    public List<WaitNode> behind() {
        return behind;
    }

    /** Since when it has been seen to wait for it. */
    public long sinceMs() {
        return call != null ? call.sinceMs() : thread.lockSinceMs();
    }

    /** As above, and since when the call is seen to wait for a thread, if it does. */
    long joinedSinceMs() {
        return isQueued() ? Math.max(sinceMs(), served.sinceMs()) : sinceMs();
    }

    /** What tells this wait from others of this thread and others. */
    String key() {
        return process.pid() + "/" + process.startTicks() + "/" + thread.id() + "/"
                + (call != null ? call.key() : thread.lockOwner() + "/" + thread.lockSinceMs());
    }

    /** The thread, for people: {@code thread "main" of process 4711}. */
    public String who() {
        return "thread " + (thread.name().isEmpty() ? thread.id() : "\"" + thread.name() + "\"") + " of process "
                + process.pid();
    }

    /** What it waits for, for people: {@code orders.place}, or {@code lock java.lang.Object@1f}. */
    public String what() {
        return call != null ? call.method() : "lock " + thread.lock();
    }
}
