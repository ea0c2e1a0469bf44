// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.foreign;

/** Sells tickets. */
public final class BoxOffice implements Tickets, Runnable {

    /** The stub to be used. */
    public Tickets tickets;

    @Override
    public Seat swap(Seat seat) {
        return new Seat(seat.number(), seat.row());
    }

    @Override
    public int next(int number) {
        return number + 1;
    }

    @Override
    public byte[] print(byte[] ticket) {
        return ticket;
    }

    /** Uses a stub from within, where its types have names. */
    @Override
    public void run() {
        Seat seat = tickets.swap(new Seat(1, 2));
        // Not Seat.equals: through the record's method handles the JDK holds the class softly, and so its loader.
        if (seat.row() != 2 || seat.number() != 1 || tickets.next(3) != 4 || tickets.print(new byte[5]).length != 5) {
            throw new IllegalStateException("a ticket was lost");
        }
    }
}
