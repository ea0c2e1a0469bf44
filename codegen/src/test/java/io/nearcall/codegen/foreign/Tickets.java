// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.foreign;

/** An interface of an application that does not know Nearcall's generator. */
public interface Tickets {

    /** A seat. */
    record Seat(int row, int number) {}

    /** The seat that takes the place of another. */
    Seat swap(Seat seat);

    /** The next number. */
    int next(int number);

    /** The same, printed. */
    byte[] print(byte[] ticket);
}
