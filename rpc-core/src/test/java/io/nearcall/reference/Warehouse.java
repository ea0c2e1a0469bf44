// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.EndpointBuilder;
import io.nearcall.Uninterruptible;
import io.nearcall.test.Collected;
import io.nearcall.test.TwoEndpoints;
import java.lang.ref.WeakReference;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A {@link Depot} between two endpoints, and the state of the tokens of both. */
final class Warehouse implements Depot, AutoCloseable {

    final CompletableFuture<Void> goOn = new CompletableFuture<>();
    final CountDownLatch blocked = new CountDownLatch(1);
    final AtomicInteger begun = new AtomicInteger();
    final AtomicInteger held = new AtomicInteger();
    final TwoEndpoints endpoints;
    final Depot depot;
    final Token own = new Numbered(0);
    private final Queue<WeakReference<Token>> tokens = new ConcurrentLinkedQueue<>();
    private final Token known;

    Warehouse(EndpointBuilder server, EndpointBuilder client) {
        endpoints = new TwoEndpoints(server, client);
        depot = endpoints.connect(Depot.class, this);
        known = depot.own();
    }

    private record Numbered(int number) implements Token {
        @Override
        public void meet(Token other) {}

        @Override
        public void greet(Token other) {}
    }

    /** A new one, to be passed at once: whose reference is to be forgotten has none of it. */
    Token token() {
        Token token = new Numbered(tokens.size() + 1);
        tokens.add(new WeakReference<>(token));
        return token;
    }

    /** The client's stub of a token of the server that lives as long as the connection. */
    Token known() {
        return known;
    }

    /** Of so many that there were, though the connection lives on. */
    void assertNoneIsKept(int count) {
        assertThat(tokens).hasSize(count);
        assertNoneIsKept();
    }

    /** Of those there were up to now. */
    void assertNoneIsKept() {
        assertThat(tokens).isNotEmpty();
        assertThat(Collected.soon(tokens)).isTrue();
        assertThat(known.number()).isZero();
        assertThat(depot.use(token())).isPositive();
    }

    @Override
    public void close() {
        goOn.complete(null);
        endpoints.close();
    }

    @Override
    public Token own() {
        return own;
    }

    @Override
    public int use(Token token) {
        return token.number();
    }

    @Override
    public void store(Token token, byte[] load, Object last) {}

    @Override
    public CompletableFuture<Void> storeLater(Token token, byte[] load, Object last) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void drop(Token token, byte[] load, Object last) {}

    @Override
    public Object[] fetch(int loadBytes, Last last) {
        Token token = token(); // before the seal, for which tests wait
        Object chosen = switch (last) {
            case SEAL -> new Seal(1);
            case PARCEL -> new Parcel();
            case BRITTLE -> Brittle.WHOLE;
            case UNWRITABLE -> new Object() {};
        };
        return new Object[] {token, new byte[loadBytes], chosen};
    }

    @Override
    public CompletableFuture<Object[]> fetchLater(int loadBytes, Last last) {
        return CompletableFuture.completedFuture(fetch(loadBytes, last));
    }

    @Override
    public void hold(Token token) {
        held.incrementAndGet();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            held.decrementAndGet();
        }
    }

    @Override
    public CompletableFuture<Void> holdLater(Token token) {
        hold(token);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public int useSoon(Token token) {
        return use(token);
    }

    @Override
    public CompletableFuture<Integer> useSoonLater(Token token) {
        return CompletableFuture.completedFuture(use(token));
    }

    @Override
    @Uninterruptible
    public void block() {
        blocked.countDown();
        goOn.join();
    }

    @Override
    @Uninterruptible
    public Object[] fetchBlocked() {
        begun.incrementAndGet();
        block();
        return fetch(0, Last.SEAL);
    }

    @Override
    @Uninterruptible
    public CompletableFuture<Object[]> fetchBlockedLater() {
        return CompletableFuture.completedFuture(fetchBlocked());
    }

    @Override
    public CompletableFuture<Void> pending() {
        return goOn.copy();
    }
}
