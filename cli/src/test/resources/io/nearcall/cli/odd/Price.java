// SPDX-License-Identifier: Apache-2.0
package value;

/** A class whose package has the name of a class of nearcall.hpp. */
public record Price(int amount, Unit unit) {

    public enum Unit {
        EURO
    }
}
