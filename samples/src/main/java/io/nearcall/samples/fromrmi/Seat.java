// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.fromrmi;

import java.io.Serializable;

/** A value that is sent by copy. Both versions share it. */
public final class Seat implements Serializable {

    private static final long serialVersionUID = 1L;

    private final int number;
    private final String customer;

    public Seat(int number, String customer) {
        this.number = number;
        this.customer = customer;
    }

    public String customer() {
        return customer;
    }

    @Override
    public String toString() {
        return "seat " + number + " for " + customer;
    }
}
