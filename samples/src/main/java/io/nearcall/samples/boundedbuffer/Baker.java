// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.boundedbuffer;

/** The baker: bakes thirty loaves as soon as two customers are there. */
public final class Baker {

    private static final int LOAVES = 30;

    private Baker() {}

    public static void main(String[] args) throws InterruptedException {
        try (Shelf shelf = new Shelf()) {
            shelf.awaitBusiness(2, 0);
            for (int loaf = 1; loaf <= LOAVES; loaf++) {
                shelf.put(loaf); // waits for room
            }
            shelf.switchOvenOff();
            System.out.println("baked " + LOAVES + " loaves");
        }
    }
}
