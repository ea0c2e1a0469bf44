// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.trade;

import java.util.List;
import java.util.Map;

/** Does almost nothing, so only the call is measured. Tests extend it with desks that answer wrongly. */
public class TradeDesk implements Trade, RmiTrade {

    /** The answer to the last exchange. The next exchange reuses it, because filling memory is no part of a call. */
    private final ThreadLocal<byte[]> reply = ThreadLocal.withInitial(() -> new byte[0]);

    @Override
    public void ping() {}

    @Override
    public int add(int left, int right) {
        return left + right;
    }

    @Override
    public Order place(Order order) {
        return order;
    }

    @Override
    public byte[] echo(byte[] bytes) {
        return bytes;
    }

    @Override
    public String repeat(String text) {
        return text;
    }

    @Override
    public byte[] exchange(byte[] request, int replyBytes) {
        byte[] last = reply.get();
        if (last.length != replyBytes) {
            last = MarkedBytes.filled(replyBytes);
            reply.set(last);
        }
        MarkedBytes.passMarks(request, last);
        return last;
    }

    @Override
    public List<Position> list(List<Position> positions) {
        return positions;
    }

    @Override
    public Map<String, Integer> count(Map<String, Integer> quantities) {
        return quantities;
    }

    @Override
    public byte[] placeByHand(byte[] order) {
        return OrderBytes.write(place(OrderBytes.read(order)));
    }
}
