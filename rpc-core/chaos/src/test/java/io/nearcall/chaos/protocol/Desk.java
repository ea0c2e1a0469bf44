// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import io.nearcall.ByRef;
import io.nearcall.OneWay;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import java.io.IOException;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** A service with a method of each kind. */
@RemoteService
public interface Desk {

    int add(int a, int b);

    String greet(String name);

    Object echo(Object value);

    byte[] reverse(byte[] bytes);

    /** Completes at once if the number is even, and when the connection has ended if it is odd. */
    CompletableFuture<Integer> later(int number);

    @OneWay
    void note(String line);

    /** Calls the listener before it returns. */
    int ask(@ByRef Listener listener, int number);

    /** Keeps the listener, for {@link #tellLater}. */
    void keep(@ByRef Listener listener);

    /** Has another thread call the listener that was kept last; returns at once. */
    @OneWay
    void tellLater(int number);

    Item item(int number);

    /** Of an item that came home. */
    int numberOf(Item item);

    Iterator<Integer> numbers(int count);

    int sum(Iterator<Integer> numbers);

    Flow.Publisher<Integer> ticks(int count);

    void fail(String message) throws IOException;

    /** Takes some milliseconds, unless it is interrupted. */
    void rest(int milliseconds) throws InterruptedException;

    /** An object of the service that is passed by reference. */
    @RemoteObject
    interface Item {
        int number();

        CompletableFuture<Integer> numberLater();

        @OneWay
        void touch(int times);
    }

    /** An object of the caller that is passed by reference. */
    interface Listener {
        int told(int number);

        CompletableFuture<Integer> toldLater(int number);

        @OneWay
        void heard(int number);
    }
}
