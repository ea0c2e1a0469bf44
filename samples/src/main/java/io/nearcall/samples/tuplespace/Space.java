// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import io.nearcall.Caller;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The tuple space. Thread-safe. */
final class Space implements TupleSpace {

    /* A tuple lies on the shelves, belongs to one transaction, or is on its way to one wish. All three change only
     * under this object's lock. A wish is fulfilled outside the lock, because completing its future sends an answer,
     * which can take time. If its caller has given up in between, the tuple goes back into the space. */

    private final Shelves shelves = new Shelves();
    private final Set<Wish> wishes = new LinkedHashSet<>(); // the oldest comes first
    private final Set<Held> transactions = new LinkedHashSet<>(); // those that have not ended
    private long returned;

    @Override
    public void out(Tuple tuple) {
        List<Wish> granted = new ArrayList<>();
        synchronized (this) {
            lay(List.of(tuple), granted);
        }
        granted.forEach(this::fulfil);
    }

    /** Caller holds the lock. The caller fulfils the granted wishes after it has released the lock. */
    private void lay(List<Tuple> tuples, List<Wish> granted) {
        for (Tuple tuple : tuples) {
            if (!grant(tuple, granted)) {
                shelves.add(tuple);
            }
        }
    }

    /** Gives a tuple to the wishes that match it. Returns true if one of them takes the tuple. */
    private boolean grant(Tuple tuple, List<Wish> granted) {
        for (Iterator<Wish> waiting = wishes.iterator(); waiting.hasNext(); ) {
            Wish wish = waiting.next();
            if (wish.template.matches(tuple)) {
                waiting.remove();
                wish.granted = tuple;
                granted.add(wish);
                if (wish.takes) {
                    hold(wish.holder, tuple);
                    return true;
                }
            }
        }
        return false;
    }

    private void fulfil(Wish wish) {
        boolean inTime = wish.answer.complete(Optional.of(wish.granted));
        if (!inTime && wish.takes && letGo(wish.holder, wish.granted)) {
            out(wish.granted);
        }
    }

    private void hold(Held holder, Tuple tuple) {
        if (holder != null) {
            holder.taken.add(tuple);
        }
    }

    /** Returns false if the transaction has ended. It has then put the tuple back itself. */
    private synchronized boolean letGo(Held holder, Tuple tuple) {
        return holder == null || holder.taken.removeIf(taken -> taken == tuple);
    }

    @Override
    public Optional<Tuple> inp(Template template) {
        return pick(template, null);
    }

    synchronized Optional<Tuple> pick(Template template, Held holder) {
        Optional<Tuple> found = shelves.find(template, true);
        found.ifPresent(tuple -> hold(holder, tuple));
        return found;
    }

    @Override
    public synchronized Optional<Tuple> rdp(Template template) {
        return shelves.find(template, false);
    }

    @Override
    public CompletableFuture<Optional<Tuple>> take(Template template, Duration limit) {
        return await(new Wish(template, true, null), limit);
    }

    @Override
    public CompletableFuture<Optional<Tuple>> read(Template template, Duration limit) {
        return await(new Wish(template, false, null), limit);
    }

    CompletableFuture<Optional<Tuple>> await(Wish wish, Duration limit) {
        synchronized (this) {
            Optional<Tuple> found = wish.takes ? pick(wish.template, wish.holder) : rdp(wish.template);
            if (found.isPresent()) {
                return CompletableFuture.completedFuture(found);
            }
            wishes.add(wish);
        }
        if (limit != null) {
            wish.answer.completeOnTimeout(Optional.empty(), limit.toNanos(), TimeUnit.NANOSECONDS);
        }
        wish.answer.whenComplete((found, thrown) -> forget(wish)); // also if it timed out or was cancelled
        return wish.answer;
    }

    private synchronized void forget(Wish wish) {
        wishes.remove(wish);
    }

    @Override
    public Transaction begin(String taker) {
        Caller caller = Caller.current();
        Held transaction = new Held(this, new Holder(taker, caller.pid()));
        synchronized (this) {
            transactions.add(transaction);
        }
        transaction.watch(caller.onDeath(loss -> takerGone(transaction)));
        return transaction;
    }

    private void takerGone(Held transaction) {
        end(transaction, false).ifPresent(back -> {
            synchronized (this) {
                returned += back;
            }
            System.out.println(transaction.holder + " has gone. Of what it had taken, " + back + " came back.");
        });
    }

    /**
     * Ends a transaction. The tuples that it had put (on commit) or taken (otherwise) become visible, and its waiting
     * takes are cancelled.
     *
     * @return how many tuples became visible; empty if the transaction had already ended
     */
    OptionalInt end(Held transaction, boolean commit) {
        List<Wish> granted = new ArrayList<>();
        List<Wish> turnedAway;
        List<Tuple> visible;
        synchronized (this) {
            if (!transactions.remove(transaction)) {
                return OptionalInt.empty();
            }
            visible = commit ? transaction.put : List.copyOf(transaction.taken);
            transaction.taken.clear();
            turnedAway =
                    wishes.stream().filter(wish -> wish.holder == transaction).toList();
            turnedAway.forEach(wishes::remove);
            lay(visible, granted);
        }
        turnedAway.forEach(wish -> wish.answer.cancel(true));
        granted.forEach(this::fulfil);
        return OptionalInt.of(visible.size());
    }

    /** Caller holds the lock. */
    boolean isOpen(Held transaction) {
        return transactions.contains(transaction);
    }

    @Override
    public synchronized Optional<Holder> holder(Template template) {
        return transactions.stream()
                .filter(transaction -> transaction.taken.stream().anyMatch(template::matches))
                .map(transaction -> transaction.holder)
                .findFirst();
    }

    @Override
    public synchronized Census census() {
        int held = transactions.stream()
                .mapToInt(transaction -> transaction.taken.size())
                .sum();
        return new Census(shelves.size(), wishes.size(), held, returned);
    }
}
