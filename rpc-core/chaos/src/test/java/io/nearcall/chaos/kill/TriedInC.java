// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import io.nearcall.chaos.called.CallKind;

/**
 * A call that a process in C made, as it says. Its clock is that of {@link System#nanoTime()}.
 *
 * @param status OK, WRONG for a wrong answer, or the name of the failure
 * @param mayHaveRun whether the failure says so
 */
record TriedInC(CallKind kind, long nonce, long beginNs, long endNs, String status, boolean mayHaveRun) {

    private static final String OK = "NEARCALL_OK";

    /** As the header of libnearcall numbers it. */
    private static final int MAY_HAVE_RUN = 2;

    static TriedInC of(String line) {
        String[] words = line.split(" ");
        return new TriedInC(
                CallKind.valueOf(words[0]),
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                words[4],
                Integer.parseInt(words[5]) == MAY_HAVE_RUN);
    }

    boolean hasFailed() {
        return !status.equals(OK);
    }

    /** What is wrong with this end, given whether the method has begun; null if nothing is. */
    String fault(boolean begun) {
        return switch (status) {
            case OK -> begun || kind == CallKind.ONE_WAY ? null : this + " was answered and never begun";
            case "NEARCALL_LOST",
                    "NEARCALL_CLOSED",
                    "NEARCALL_OVERLOADED" -> // a server that closes gives no more lanes
                begun && !mayHaveRun ? this + " was begun and reported as one that was not" : null;
            default -> this + " ended in another way";
        };
    }
}
