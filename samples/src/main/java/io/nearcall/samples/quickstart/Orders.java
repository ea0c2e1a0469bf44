// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart;

import io.nearcall.OneWay;
import io.nearcall.RemoteService;
import java.util.concurrent.CompletableFuture;

/** What the server offers: an ordinary interface. Its values are records, its exception is its own. */
@RemoteService("orders")
public interface Orders {

    /** Takes what is ordered from stock. The exception arrives at the caller as itself. */
    Receipt place(Order order) throws OutOfStock;

    /** What an order would cost. The call returns at once; the future completes when the answer is there. */
    CompletableFuture<Quote> quote(Order order);

    /** Notes something. Returns when the line is sent, and never learns what became of it. */
    @OneWay
    void audit(String line);
}
