// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.boundedbuffer;

/** A customer who takes two loaves, and dies with the third in hand. */
public final class ClumsyCustomer {

    private ClumsyCustomer() {}

    public static void main(String[] args) throws InterruptedException {
        try (Shelf shelf = new Shelf()) {
            shelf.arrive();
            System.out.println("had number " + shelf.take(() -> {}));
            System.out.println("had number " + shelf.take(() -> {}));
            shelf.take(() -> Runtime.getRuntime().halt(1));
        }
    }
}
