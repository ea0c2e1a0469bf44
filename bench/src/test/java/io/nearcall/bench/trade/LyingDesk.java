// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.trade;

import java.util.List;
import java.util.Map;

/** Answers with what has the right length and nothing else, as a system might that wants to look fast. */
public final class LyingDesk extends TradeDesk {

    @Override
    public int add(int left, int right) {
        return 1;
    }

    @Override
    public Order place(Order order) {
        return Order.example();
    }

    @Override
    public byte[] echo(byte[] bytes) {
        return new byte[bytes.length];
    }

    @Override
    public String repeat(String text) {
        return "x".repeat(text.length());
    }

    @Override
    public byte[] exchange(byte[] request, int replyBytes) {
        return new byte[replyBytes];
    }

    @Override
    public List<Position> list(List<Position> positions) {
        return new MarkedStock().nextPositions();
    }

    @Override
    public Map<String, Integer> count(Map<String, Integer> quantities) {
        return new MarkedStock().nextQuantities();
    }
}
