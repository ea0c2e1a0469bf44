// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.call;

import io.nearcall.internal.context.Carried;

/** A thread that attends to lanes. It knows which call it runs, without a look-up in a map. */
public final class LaneThread extends Thread implements CallThread {

    private CallContext call;
    private Carried attached;

    public LaneThread(Runnable task, String name) {
        super(null, task, name, 0, false);
        setDaemon(true);
    }

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

    public void enter(CallContext running) {
        call = running;
    }

    public void leave() {
        call = null;
        attached = null; // a method may have left it set
    }
}
