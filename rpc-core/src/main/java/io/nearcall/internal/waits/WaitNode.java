// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

import java.util.List;

/** A thread of a process, and what it waits for. */
public final class WaitNode {

    private final WaitsView process;
    private final WaitsView.Waiter thread;
    private final WaitsView.Call call;
    private WaitsView.Served served; // null if it is not known, or if the thread waits for a lock
    private List<WaitNode> behind = List.of();

    WaitNode(WaitsView process, WaitsView.Waiter thread, WaitsView.Call call) {
        this.process = process;
        this.thread = thread;
        this.call = call;
    }

    /** Called when the target of the wait has been found. */
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

    /** Returns the call that the thread waits for; null if it waits for none. */
    public WaitsView.Call call() {
        return call;
    }

    /** Returns whether the thread waits for a call or for a lock. */
    public boolean waits() {
        return call != null || thread.lockOwner() != 0;
    }

    /** Returns how far the call that the thread waits for has come; null if not known, or if it waits for none. */
    public CallState callState() {
        return served == null ? null : served.state();
    }

    /** Returns one word for what the thread waits for: {@code call}, {@code lane} or {@code lock}. It must wait. */
    public String kind() {
        return call == null ? "lock" : call.key().hasLane() ? "call" : "lane";
    }

    /** Returns the threads of which one must go on before this thread can; none if they are not known. */
    public List<WaitNode> behind() {
        return behind;
    }

    /** Returns since when the wait has been seen, in milliseconds since the epoch. */
    public long sinceMs() {
        return call != null ? call.sinceMs() : thread.lockSinceMs();
    }

    /** Returns since when the wait has been seen, and also the wait of the call itself, if the call waits. */
    long joinedSinceMs() {
        return served != null && !served.state().isRun() ? Math.max(sinceMs(), served.sinceMs()) : sinceMs();
    }

    /** Returns a key that distinguishes this wait from other waits of this thread and of others. */
    String key() {
        return process.pid() + "/" + process.startTicks() + "/" + thread.id() + "/"
                + (call != null ? call.key() + "/" + call.sinceMs() : thread.lockOwner() + "/" + thread.lockSinceMs());
    }

    /** Returns the thread in words, such as {@code thread "main" of process 4711}. */
    public String who() {
        return "thread " + (thread.name().isEmpty() ? thread.id() : "\"" + thread.name() + "\"") + " of process "
                + process.pid();
    }

    /**
     * Returns in words what the thread waits for, such as {@code orders.place}, {@code a lane for orders.*}, or {@code
     * lock java.lang.Object@1f}.
     */
    public String what() {
        if (call == null) {
            return "lock " + thread.lock();
        }
        return call.key().hasLane() ? call.method() : "a lane for " + call.method();
    }

    /** Returns in words how the threads behind the wait are related to its target. There must be some. */
    String how() {
        String next = behind.get(0).who();
        if (served == null) {
            return next + " has";
        }
        return switch (served.state()) {
            case RUNS, RUNS_FIRST -> next + " runs";
            case QUEUED -> "waits for a thread of its executor, such as " + next;
            case AWAITS_TURN -> "waits for earlier calls, which " + next + " runs";
            case AWAITS_LANE -> "is held by threads that wait, such as " + next;
        };
    }
}
