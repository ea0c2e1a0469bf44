// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.callback;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Orders dishes. The kitchen asks about them while the order runs. */
public final class Client {

    private Client() {}

    /** A guest whose methods are synchronized: no other thread can call the guest during an order. */
    private static final class Picky implements Guest {

        private final String hates;

        Picky(String hates) {
            this.hates = hates;
        }

        /** Holds this object's lock during the call. The kitchen can still ask: its questions run on this thread. */
        synchronized String order(Kitchen kitchen, String dish) throws SentBack {
            return kitchen.cook(dish, this);
        }

        @Override
        public synchronized boolean likes(String ingredient) {
            boolean likes = !ingredient.equals(hates);
            System.out.println("asked about " + ingredient + ": " + (likes ? "yes" : "no") + ", on " + thread());
            return likes;
        }

        @Override
        public synchronized void taste(String dish) throws SentBack {
            if (dish.startsWith("soup")) {
                throw new SentBack("The soup is cold.");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        try (Endpoint endpoint = Endpoint.open()) {
            Kitchen kitchen = endpoint.lookup(Kitchen.class); // waits up to 10 s for the server

            Picky ada = new Picky("garlic");
            System.out.println("served: " + ada.order(kitchen, "stew"));

            try {
                ada.order(kitchen, "soup");
            } catch (SentBack e) { // thrown in this JVM by taste(), and passed on by the kitchen's JVM
                System.out.println("sent back: " + e.getMessage());
            }

            CountDownLatch rung = new CountDownLatch(1);
            kitchen.remind(300, () -> {
                System.out.println("the bell rings, on " + thread());
                rung.countDown();
            });
            System.out.println("waiting for the bell, on " + thread());
            if (!rung.await(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the bell has not rung");
            }
        } catch (SentBack | NearcallException e) {
            System.err.println("callback: " + e.getMessage());
            System.exit(1);
        }
    }

    private static String thread() {
        return "thread " + Thread.currentThread().getName();
    }
}
