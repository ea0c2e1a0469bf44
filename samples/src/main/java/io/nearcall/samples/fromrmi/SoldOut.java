// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.fromrmi;

/** An exception of the server. Both versions share it. */
public final class SoldOut extends Exception {

    private static final long serialVersionUID = 1L;

    public SoldOut(int seats) {
        super("all " + seats + " seats are taken");
    }
}
