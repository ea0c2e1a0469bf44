// SPDX-License-Identifier: Apache-2.0
package io.nearcall.container.library;

import java.io.Serializable;

/** A value of the container's. */
public record Amount(long cents, Currency currency) implements Serializable {

    /** Whose. */
    public enum Currency {
        EURO
    }
}
