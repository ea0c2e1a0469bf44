// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.server;

/** A thread that attends to lanes. Knows whose call it runs, without a look-up in a map. */
public final class LaneThread extends Thread {

    private CallContext context;

    LaneThread(Runnable task, String name) {
        super(task, name);
        setDaemon(true);
    }

    /** The call that this thread runs, or null. Only for the thread itself. */
    public CallContext context() {
        return context;
    }

    void enter(CallContext running) {
        context = running;
    }

    void leave() {
        context = null;
    }
}
