// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.factory;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.Remotes;
import io.nearcall.samples.factory.Shop.Visit;
import java.util.List;
import java.util.Optional;

/** Opens carts, lets go of them in every way, and looks at what is left of them in the shop. */
public final class Client {

    private static final int PATIENCE_MS = 20_000;
    private static final int PAUSE_MS = 50;

    private Client() {}

    public static void main(String[] args) throws InterruptedException {
        try (Endpoint endpoint = Endpoint.open()) {
            Shop shop = endpoint.lookup(Shop.class); // waits up to 10 s for the server

            Cart ada = shop.cart("Ada");
            ada.add("lamp", 1, 2_990);
            Cart eve = shop.cart("Eve");
            eve.add("chair", 12, 8_900);
            System.out.println("Ada's cart: " + ada.totalCents() + " cents, Eve's: " + eve.totalCents() + " cents");

            // Ben's cart belongs to another process. We kill that process, and nobody has to tell the shop.
            Visit ben = find(await(shop, "Ben", true), "Ben").orElseThrow();
            ProcessHandle.of(ben.pid()).ifPresent(ProcessHandle::destroyForcibly); // kill -9
            System.out.println("killed Ben, process " + ben.pid());
            await(shop, "Ben", false);

            Remotes.release(eve); // takes effect at once, whoever still refers to the stub
            await(shop, "Eve", false);

            ada = null; // ordinary garbage collection: when this JVM collects the stub, the shop may collect the cart
            await(shop, "Ada", false);
        } catch (IllegalStateException | NearcallException e) {
            System.err.println("factory: " + e.getMessage());
            System.exit(1);
        }
    }

    private static Optional<Visit> find(List<Visit> visits, String customer) {
        return visits.stream()
                .filter(visit -> visit.customer().equals(customer))
                .findAny();
    }

    /** Prints the carts, again and again, until that customer has a cart, or has none. Collects garbage meanwhile. */
    private static List<Visit> await(Shop shop, String customer, boolean there) throws InterruptedException {
        List<Visit> visits = shop.visits();
        for (int i = 0; find(visits, customer).isPresent() != there; i++) {
            if (i == PATIENCE_MS / PAUSE_MS) {
                throw new IllegalStateException(
                        there
                                ? customer + " has not come to the shop. Start the Customer."
                                : customer + "'s cart is still in the shop.");
            }
            System.gc(); // for the demonstration, as in the shop
            Thread.sleep(PAUSE_MS);
            visits = shop.visits();
        }
        System.out.println("carts: " + visits);
        return visits;
    }
}
