// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.windows;

import io.nearcall.RemoteService;

/** Counts calls in memory of Windows, which outlives the server as long as its client has it open. */
@RemoteService
public interface Ledger {

    /** Opens the memory of that name. */
    void open(String memory);

    /** Counts one more call in that line of the memory. Returns their number. */
    long book(int line);
}
