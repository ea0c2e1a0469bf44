// SPDX-License-Identifier: Apache-2.0
package io.nearcall.micrometer;

import io.nearcall.OneWay;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import java.util.concurrent.CompletableFuture;

/** What the tests call. */
@RemoteService("orders")
public interface Orders {

    /** Is called back. */
    @RemoteObject
    interface Bell {
        void ring();
    }

    int place(int number);

    int place(int number, String sku);

    void cancel(int number);

    CompletableFuture<Integer> placeLater(int number);

    @OneWay
    void note(String text);

    void whenReady(Bell bell);

    /** Takes every order. */
    final class Taken implements Orders {
        @Override
        public int place(int number) {
            return number;
        }

        @Override
        public int place(int number, String sku) {
            return number;
        }

        @Override
        public void cancel(int number) {
            if (number < 0) {
                throw new IllegalArgumentException("number=" + number);
            }
            throw new IllegalStateException("order " + number + " has been sent");
        }

        @Override
        public CompletableFuture<Integer> placeLater(int number) {
            return CompletableFuture.completedFuture(number);
        }

        @Override
        public void note(String text) {}

        @Override
        public void whenReady(Bell bell) {
            bell.ring();
        }
    }
}
