// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ConnectionRefusedException;
import io.nearcall.EncodingException;
import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.RemoteObject;
import io.nearcall.Remotes;
import io.nearcall.Unreferenced;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects that a client takes and gives back faster than they can be closed. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
@Tag(TwoEndpoints.ONE_JVM)
public class WaitingClosingsTest {

    private static final int REFERENCES = 10;
    private static final int CONNECTIONS = 2;
    private static final int TAKEN = 3 * REFERENCES;

    /** For a release to come that must. */
    private static final long PATIENCE_MS = 20_000;

    /** For a release to come that must not. */
    private static final long A_WHILE_MS = 500;

    /** What takes long to close. */
    public interface Locked {
        /** Is notified when no reference to it is left. */
        Room room();

        /** Has no elements. */
        Iterator<String> pages();

        /** Never comes to the first one. */
        Iterator<String> endless();

        /** Publishes as many pages as are requested, and takes long to cancel that. */
        Flow.Publisher<String> published();
    }

    @RemoteObject
    public interface Room {
        int seats();
    }

    private final CountDownLatch key = new CountDownLatch(1);
    private TwoEndpoints endpoints;
    private Locked locked;

    private final class LockedRoom implements Room, Unreferenced {
        @Override
        public int seats() {
            return 4;
        }

        @Override
        public void unreferenced() {
            waitForKey();
        }
    }

    private final class Pages implements Iterator<String>, AutoCloseable {
        private final boolean endless;

        Pages(boolean endless) {
            this.endless = endless;
        }

        @Override
        public boolean hasNext() {
            if (endless) {
                waitForKey();
            }
            return false;
        }

        @Override
        public String next() {
            throw new NoSuchElementException();
        }

        @Override
        public void close() {
            waitForKey();
        }
    }

    private final class LockedSubscription implements Flow.Subscription {
        private final Flow.Subscriber<? super String> subscriber;

        LockedSubscription(Flow.Subscriber<? super String> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public void request(long count) {
            for (long i = 0; i < count; i++) {
                subscriber.onNext("page");
            }
        }

        @Override
        public void cancel() {
            waitForKey();
        }
    }

    /** Reads one page, then cancels. */
    private static final class Glance implements Flow.Subscriber<String> {
        private final CompletableFuture<String> page = new CompletableFuture<>();
        private Flow.Subscription subscription;

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            this.subscription = subscription;
            subscription.request(1);
        }

        @Override
        public void onNext(String element) {
            subscription.cancel();
            page.complete(element);
        }

        @Override
        public void onError(Throwable thrown) {
            page.completeExceptionally(thrown);
        }

        @Override
        public void onComplete() {
            onError(new NoSuchElementException());
        }
    }

    private void waitForKey() {
        boolean interrupted = false;
        while (key.getCount() > 0) {
            try {
                key.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @BeforeEach
    void open() {
        endpoints = new TwoEndpoints(
                Endpoint.builder().maxReferences(REFERENCES).maxConnections(CONNECTIONS), Endpoint.builder());
        locked = endpoints.connect(Locked.class, new Locked() {
            @Override
            public Room room() {
                return new LockedRoom();
            }

            @Override
            public Iterator<String> pages() {
                return new Pages(false);
            }

            @Override
            public Iterator<String> endless() {
                return new Pages(true);
            }

            @Override
            public Flow.Publisher<String> published() {
                return subscriber -> subscriber.onSubscribe(new LockedSubscription(subscriber));
            }
        });
    }

    @AfterEach
    void close() {
        key.countDown();
        endpoints.close();
    }

    private static Object take(Locked from, String what) {
        switch (what) {
            case "rooms":
                return from.room();
            case "streams":
                return from.pages();
            default:
                Iterator<String> read = from.endless();
                new Thread(() -> read(read)).start();
                return read;
        }
    }

    private static void read(Iterator<String> endless) {
        try {
            endless.hasNext();
        } catch (NearcallException e) {
            // it was released, or its connection has ended
        }
    }

    /** Whether an object could be taken, and has been given back. */
    private boolean isTaken(String what, long withinMs) throws InterruptedException {
        for (long i = 0; i < withinMs; i += 10) {
            try {
                Object taken = take(locked, what);
                Thread.sleep(10); // until its reader has begun
                Remotes.release(taken);
                return true;
            } catch (EncodingException e) {
                assertThat(e).hasMessageContaining("maxReferences=" + REFERENCES);
                Thread.sleep(10); // for a release to come, then tries again
            }
        }
        return false;
    }

    @ParameterizedTest
    @ValueSource(strings = {"rooms", "streams", "streams whose sources are at work"})
    void shouldCountWhatWaitsForItsClosingAmongTheReferences(String what) throws Exception {
        int taken = 0;
        while (taken < TAKEN && isTaken(what, taken < REFERENCES ? PATIENCE_MS : A_WHILE_MS)) {
            taken++;
        }
        assertThat(taken).isEqualTo(REFERENCES);
        key.countDown();
        while (!isTaken(what, A_WHILE_MS)) {
            Thread.sleep(1);
        }
    }

    @Test
    void shouldCountSubscriptionsThatWaitToBeCancelledAmongTheReferences() throws Exception {
        Flow.Publisher<String> published = locked.published();
        int read = 0;
        while (read < TAKEN && isRead(published, read < REFERENCES - 1 ? PATIENCE_MS : A_WHILE_MS)) {
            read++;
        }
        assertThat(read).isEqualTo(REFERENCES - 1); // the publisher is one, too
        key.countDown();
        while (!isRead(published, A_WHILE_MS)) {
            Thread.sleep(1);
        }
    }

    private static boolean isRead(Flow.Publisher<String> published, long withinMs) throws InterruptedException {
        for (long i = 0; i < withinMs; i += 10) {
            Glance glance = new Glance();
            published.subscribe(glance);
            try {
                glance.page.get();
                return true;
            } catch (ExecutionException e) {
                assertThat(e).hasMessageContaining("maxReferences=" + REFERENCES);
                Thread.sleep(10); // for a release to come, then tries again
            }
        }
        return false;
    }

    @ParameterizedTest
    @ValueSource(strings = {"rooms", "streams", "streams whose sources are at work"})
    void shouldCountAConnectionUntilWhatItHadIsClosed(String what) throws Exception {
        Remotes.release(take(locked, what));
        endpoints.client().close();
        for (int i = 1; i < CONNECTIONS; i++) {
            try (Endpoint client = Endpoint.open()) {
                assertThat(take(client.lookup(Locked.class), what)).isNotNull();
            }
        }
        try (Endpoint client = Endpoint.open()) {
            assertThatThrownBy(() -> client.lookup(Locked.class)).isInstanceOf(ConnectionRefusedException.class);
            key.countDown();
            while (!isFound(client)) {
                Thread.sleep(1);
            }
        }
    }

    private static boolean isFound(Endpoint client) {
        try {
            return client.lookup(Locked.class) != null;
        } catch (ConnectionRefusedException e) {
            return false;
        }
    }
}
