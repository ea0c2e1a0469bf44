// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.kiosk;

/** A value, with another in its nest. */
public record Paper(String title, Price price) {

    /** Has private members only. */
    public static final class Price {

        private int cents;

        private Price() {}

        public static Price of(int cents) {
            Price price = new Price();
            price.cents = cents;
            return price;
        }

        @Override
        public String toString() {
            return cents + " cents";
        }
    }
}
