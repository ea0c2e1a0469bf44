// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A service whose methods all are synchronous. */
@RemoteService
public interface Mill {
    boolean isOpen(boolean open);

    byte grains(byte number);

    short sacks(short number);

    char grade(char grade);

    int grind(int weight);

    long grindMuch(long weight);

    float price(float weight);

    double pricePerTon(double weight);

    String label(String text);

    Flour flour(String sort);

    List<Flour> all(List<String> sorts);

    Object whatever(Object given);

    int[] weights(int count);

    void clean();

    Miller miller();

    @ByRef
    Supplier<String> recipe();

    Iterator<Integer> sacksInOrder(int count);

    int fail(String text) throws IOException;

    @Deadline("300ms")
    int grindSlowly();

    /** Waits until it is interrupted or let go. */
    int waitForWind() throws InterruptedException;

    @OneWay
    void knock();

    CompletableFuture<String> later(String text);

    boolean isSame(Mill other);

    @RemoteObject
    interface Miller {
        String name();

        int strength(int more);
    }

    @RemoteObject
    interface Singer {
        String song();
    }

    record Flour(String sort, int weight) {}
}
