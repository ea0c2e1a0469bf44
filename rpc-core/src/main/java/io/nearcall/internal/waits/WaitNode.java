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

    /** How far the call has come that it waits for; null if that is not known, or if it waits for none. */
    public CallState callState() {
        return served == null ? null : served.state();
    }

    /** What it waits for, in a word: {@code call}, {@code lane} or {@code lock}. It must wait. */
    public String kind() {
        return call == null ? "lock" : call.key().hasLane() ? "call" : "lane";
    }

    /** The threads of which one has to go on before this one can; none if they are not known. */
    public List<WaitNode> behind() {
        return behind;
    }

    /** Since when it has been seen to wait for it. */
    public long sinceMs() {
        return call != null ? call.sinceMs() : thread.lockSinceMs();
    }

    /** As above, and since when the call is seen to wait itself, if it does. */
    long joinedSinceMs() {
        return served != null && !served.state().isRun() ? Math.max(sinceMs(), served.sinceMs()) : sinceMs();
    }

    /** What tells this wait from others of this thread and others. */
    String key() {
        return process.pid() + "/" + process.startTicks() + "/" + thread.id() + "/"
                + (call != null ? call.key() + "/" + call.sinceMs() : thread.lockOwner() + "/" + thread.lockSinceMs());
    }

    /** The thread, for people: {@code thread "main" of process 4711}. */
    public String who() {
        return "thread " + (thread.name().isEmpty() ? thread.id() : "\"" + thread.name() + "\"") + " of process "
                + process.pid();
    }

    /** What it waits for, for people: {@code orders.place}, {@code a lane for orders.*}, or {@code lock java.lang.Object@1f}. */
    public String what() {
        if (call == null) {
            return "lock " + thread.lock();
        }
        return call.key().hasLane() ? call.method() : "a lane for " + call.method();
    }

    /** What the threads behind it are to what it waits for, for people. There must be some. */
    String how() {
        String next = behind.get(0).who();
        if (served == null) {
            return next + " has";
        }
        return switch (served.state()) {
            case RUNS, RUNS_FIRST -> next + " runs";
            case QUEUED -> "waits for a thread of its executor, such as " + next;
            case AWAITS_TURN -> "waits for earlier calls, which " + next + " runs";
            case AWAITS_LANE -> "threads have that wait, such as " + next;
        };
    }
}
