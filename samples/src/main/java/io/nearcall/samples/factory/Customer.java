// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.factory;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.Remotes;
import java.util.concurrent.CountDownLatch;

/** A customer who fills a cart and then waits until the process is stopped. The only argument is the name. */
public final class Customer {

    private Customer() {}

    public static void main(String[] args) throws InterruptedException {
        String name = args.length > 0 ? args[0] : "Ben";
        try (Endpoint endpoint = Endpoint.open()) {
            Cart cart = endpoint.lookup(Shop.class).cart(name);
            CountDownLatch closed = new CountDownLatch(1);
            Remotes.onDeath(cart, closed::countDown);
            cart.add("lamp", 2, 2_990);
            cart.add("chair", 4, 8_900);
            System.out.println("Still thinking about " + cart.totalCents() + " cents' worth of things.");
            closed.await();
            System.out.println("The shop has gone, and the cart with it.");
        } catch (NearcallException e) {
            System.err.println("customer: " + e.getMessage());
            System.exit(1);
        }
    }
}
