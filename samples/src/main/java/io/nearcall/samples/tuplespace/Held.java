// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import io.nearcall.Remotes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A transaction: what it has taken and put until it ends. The space's lock guards its lists. */
final class Held implements Transaction {

    final List<Tuple> taken = new ArrayList<>();
    final List<Tuple> put = new ArrayList<>();
    final TupleSpace.Holder holder;
    private final Space space;
    private volatile Remotes.Registration death;

    Held(Space space, TupleSpace.Holder holder) {
        this.space = space;
        this.holder = holder;
    }

    /** Sets the registration that is closed when the transaction ends. */
    void watch(Remotes.Registration registration) {
        death = registration;
    }

    @Override
    public void out(Tuple tuple) {
        synchronized (space) {
            requireOpen();
            put.add(tuple);
        }
    }

    @Override
    public Optional<Tuple> inp(Template template) {
        synchronized (space) {
            requireOpen();
            return space.pick(template, this);
        }
    }

    @Override
    public CompletableFuture<Optional<Tuple>> take(Template template, Duration limit) {
        synchronized (space) {
            requireOpen();
            return space.await(new Wish(template, true, this), limit);
        }
    }

    @Override
    public void commit() {
        if (!end(true)) {
            throw hasEnded();
        }
    }

    @Override
    public void close() {
        end(false);
    }

    /** Returns false if the transaction had already ended. */
    private boolean end(boolean commit) {
        boolean ends = space.end(this, commit).isPresent();
        if (ends) {
            death.close();
        }
        return ends;
    }

    private void requireOpen() {
        if (!space.isOpen(this)) {
            throw hasEnded();
        }
    }

    private static IllegalStateException hasEnded() {
        return new IllegalStateException("The transaction has ended. Begin another one.");
    }
}
