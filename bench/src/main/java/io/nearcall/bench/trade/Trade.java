// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.trade;

import io.nearcall.RemoteService;

/** The calls that are measured, as a Nearcall service. */
@RemoteService("bench")
public interface Trade {

    void ping();

    int add(int left, int right);

    /** Answers with the order itself, so that one call is exactly two codec round trips of an order. */
    Order place(Order order);

    byte[] echo(byte[] bytes);

    String repeat(String text);

    /** Takes an array and answers with another one, of any length. */
    byte[] exchange(byte[] request, int replyBytes);
}
