// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart;

import io.nearcall.OneWay;
import io.nearcall.RemoteService;
import java.util.concurrent.CompletableFuture;

/** The service that the server offers: an ordinary interface. It uses records and an exception of its own. */
@RemoteService("orders")
public interface Orders {

    /** Takes the ordered items from stock. The caller gets the exception {@code OutOfStock} itself. */
    Receipt place(Order order) throws OutOfStock;

    /** Computes what an order would cost. The call returns at once; the future completes when the answer arrives. */
    CompletableFuture<Quote> quote(Order order);

    /** Writes a line to the audit log. The call returns when the line is sent. The caller never learns the outcome. */
    @OneWay
    void audit(String line);
}
