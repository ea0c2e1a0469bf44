// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.trade;

import io.nearcall.RemoteService;
import java.util.List;
import java.util.Map;

/** The calls that are measured, as a Nearcall service. */
@RemoteService("bench")
public interface Trade {

    void ping();

    int add(int left, int right);

    /** Answers with the order itself, so one call is exactly two codec round trips of an order. */
    Order place(Order order);

    byte[] echo(byte[] bytes);

    String repeat(String text);

    /** Takes an array and answers with another array, of any length. */
    byte[] exchange(byte[] request, int replyBytes);

    /** Answers with the list itself. */
    List<Position> list(List<Position> positions);

    /** Answers with the map itself. */
    Map<String, Integer> count(Map<String, Integer> quantities);

    /** Like {@link #place}, for an order that both sides code by hand; see {@link OrderBytes}. */
    byte[] placeByHand(byte[] order);
}
