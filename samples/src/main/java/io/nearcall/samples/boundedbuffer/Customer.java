// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.boundedbuffer;

/** A customer who leaves the first three loaves to others, and then takes all loaves that it can get. */
public final class Customer {

    private static final int FIRST_COME = 3;

    private Customer() {}

    public static void main(String[] args) throws InterruptedException {
        try (Shelf shelf = new Shelf()) {
            shelf.arrive();
            shelf.awaitBusiness(0, FIRST_COME);
            int last = 0;
            int loaves = 0;
            for (int loaf = shelf.take(() -> {}); loaf != 0; loaf = shelf.take(() -> {})) {
                last = loaf;
                loaves++;
            }
            System.out.println("had " + loaves + " loaves, the last was number " + last);
            System.out.println("in all: " + shelf.tally());
        }
    }
}
