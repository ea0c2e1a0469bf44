// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.fromrmi;

/** The server's own. Moves unchanged. */
public final class SoldOut extends Exception {

    private static final long serialVersionUID = 1L;

    public SoldOut(int seats) {
        super("all " + seats + " seats are taken");
    }
}
