// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import io.nearcall.ByRef;
import io.nearcall.Deadline;
import io.nearcall.OneWay;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A service that takes, keeps, calls and gives remote objects in every way. */
@RemoteService
public interface Market {

    /** Calls the listener during the call, as often as told, and returns the sum of its answers. */
    long tellNow(Listener listener, int times);

    /** As {@link #tellNow}, until the listener asks it to stop. */
    @Deadline("100ms")
    void tellForEver(Listener listener);

    void subscribe(Listener listener);

    void subscribeAll(List<Listener> listeners);

    /** Calls all subscribers, outside of any call of theirs. */
    void tellAll(int price);

    void unsubscribe(Listener listener);

    int subscribers();

    /** The listener itself. */
    Listener give(int index);

    boolean same(Listener a, Listener b);

    Order open(String what);

    CompletableFuture<Order> openLater(String what);

    @OneWay
    void post(Listener listener);

    Object any(Object value);

    /** Calls the consumer with each number up to the limit. */
    void each(int limit, @ByRef Consumer<Integer> consumer);

    @ByRef
    Supplier<String> supplier(String text);

    /** An object with two interfaces. */
    Order trader();

    boolean cancel(Cancellable order);

    /** Of the client: called with each price. */
    @RemoteObject
    interface Listener {
        long price(int price);

        @OneWay
        void hint(String text);
    }

    /** Calls the listener back in a way that takes too long for it; returns whether it was told so. */
    boolean endure(Slow slow);

    /** Of the client. */
    @RemoteObject
    interface Slow {
        /** Takes longer than its caller waits, and then gives an answer of many frames. */
        @Deadline("20ms")
        byte[] slowly();
    }

    /** What some orders can do, too. */
    @RemoteObject
    interface Cancellable {
        boolean cancel();
    }

    /** Of the server: one per call of {@link #open}. */
    @RemoteObject
    interface Order {
        String name();

        void add(int quantity);

        int quantity();
    }
}
