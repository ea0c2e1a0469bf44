// SPDX-License-Identifier: Apache-2.0
package io.nearcall.context;

import io.nearcall.Caller;
import io.nearcall.Uninterruptible;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes nothing on. */
public class LastStation implements Station {

    private final BlockingQueue<Baton> dropped = new LinkedBlockingQueue<>();
    private final BlockingQueue<Boolean> endured = new LinkedBlockingQueue<>();
    private final AtomicInteger rests = new AtomicInteger();
    private final AtomicInteger interruptions = new AtomicInteger();

    @Override
    public Baton look() {
        return found();
    }

    static Baton found() {
        Caller caller = Caller.current();
        return new Baton(caller.remaining().map(Duration::toMillis).orElse(Baton.UNLIMITED), caller.metadata());
    }

    @Override
    public Baton lookInTime() {
        return found();
    }

    @Override
    public CompletableFuture<Baton> lookLater() {
        return CompletableFuture.completedFuture(found());
    }

    @Override
    public void drop() {
        dropped.add(found());
    }

    @Override
    public void stroll(long ms) {
        rest(ms);
    }

    @Override
    public Baton dropped() throws InterruptedException {
        return dropped.take();
    }

    @Override
    public Baton ask(Runner runner) {
        return runner.look();
    }

    @Override
    public Baton askAndLook(Runner runner) {
        runner.look();
        return found();
    }

    @Override
    public void rest(long ms) {
        rests.incrementAndGet();
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            interruptions.incrementAndGet();
        }
    }

    @Override
    public int rests() {
        return rests.get();
    }

    @Override
    public int interruptions() {
        return interruptions.get();
    }

    @Override
    @Uninterruptible
    public void endure() {
        Caller caller = Caller.current();
        while (!caller.isCancelled()) {
            Thread.onSpinWait();
        }
        try {
            Thread.sleep(100); // time for an interrupt that ought not to come
            endured.add(false);
        } catch (InterruptedException e) {
            endured.add(true);
        }
    }

    @Override
    public boolean enduredInterrupts() throws InterruptedException {
        return endured.take();
    }
}
