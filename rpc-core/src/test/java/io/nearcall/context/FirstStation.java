// SPDX-License-Identifier: Apache-2.0
package io.nearcall.context;

import io.nearcall.Context;
import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.Uninterruptible;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;

/** Looks the last station up, and passes on to it. */
public final class FirstStation extends LastStation implements Start {

    private final Station next = Endpoint.open().lookup(Station.class);
    private final BlockingQueue<String> failures = new LinkedBlockingQueue<>();

    @Override
    public Baton pass() {
        return next.look();
    }

    @Override
    public Baton passByFuture() {
        return next.lookLater().join();
    }

    @Override
    public void passByDrop() {
        next.drop();
    }

    @Override
    public Baton passByThread() throws Exception {
        return onThread(Context.current().wrap(next::look));
    }

    @Override
    public Baton passByBareThread() throws Exception {
        return onThread(next::look);
    }

    private static Baton onThread(Callable<Baton> task) throws Exception {
        FutureTask<Baton> future = new FutureTask<>(task);
        new Thread(future).start();
        return future.get();
    }

    @Override
    public Baton passMore(String key, String value) {
        return Context.current().with(key, value).call(next::look);
    }

    @Override
    public Baton passNothing() {
        return Context.empty().call(next::look);
    }

    @Override
    public void passRest(long ms) {
        try {
            next.rest(ms);
        } catch (NearcallException e) {
            failures.add(e.getClass().getSimpleName());
            throw e;
        }
    }

    @Override
    @Uninterruptible
    public void passRestUninterrupted(long ms) {
        passRest(ms);
    }

    @Override
    public String restFailure() throws InterruptedException {
        return failures.take();
    }
}
