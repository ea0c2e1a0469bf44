// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers.aeron;

import io.nearcall.bench.trade.Order;
import io.nearcall.bench.trade.OrderLine;
import java.util.ArrayList;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Codes an order field by field. It relies on strings in ASCII and on values that are not null. Numbers come first,
 * then strings with their length before them, then the lines.
 */
final class OrderCoding {

    private static final int DISCOUNT = 8;
    private static final int PRIORITY = 16;
    private static final int COUNT = 20;
    private static final int CUSTOMER = 24;

    private OrderCoding() {}

    static int length(Order order) {
        int length = CUSTOMER + 2 * Integer.BYTES + order.customer.length() + order.currency.length();
        ArrayList<OrderLine> lines = order.lines;
        for (int i = 0; i < lines.size(); i++) {
            length += 2 * Integer.BYTES + Long.BYTES + lines.get(i).sku.length();
        }
        return length;
    }

    static void write(Order order, MutableDirectBuffer buffer, int offset) {
        ArrayList<OrderLine> lines = order.lines;
        buffer.putLong(offset, order.id);
        buffer.putDouble(offset + DISCOUNT, order.discount);
        buffer.putInt(offset + PRIORITY, order.priority);
        buffer.putInt(offset + COUNT, lines.size());
        int index = offset + CUSTOMER;
        index += buffer.putStringAscii(index, order.customer);
        index += buffer.putStringAscii(index, order.currency);
        for (int i = 0; i < lines.size(); i++) {
            OrderLine line = lines.get(i);
            buffer.putInt(index, line.quantity);
            buffer.putLong(index + Integer.BYTES, line.priceCents);
            index += Integer.BYTES + Long.BYTES;
            index += buffer.putStringAscii(index, line.sku);
        }
    }

    static Order read(DirectBuffer buffer, int offset) {
        Order order = new Order();
        order.id = buffer.getLong(offset);
        order.discount = buffer.getDouble(offset + DISCOUNT);
        order.priority = buffer.getInt(offset + PRIORITY);
        int count = buffer.getInt(offset + COUNT);
        int index = offset + CUSTOMER;
        order.customer = buffer.getStringAscii(index);
        index += Integer.BYTES + order.customer.length();
        order.currency = buffer.getStringAscii(index);
        index += Integer.BYTES + order.currency.length();
        order.lines = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            OrderLine line = new OrderLine();
            line.quantity = buffer.getInt(index);
            line.priceCents = buffer.getLong(index + Integer.BYTES);
            index += Integer.BYTES + Long.BYTES;
            line.sku = buffer.getStringAscii(index);
            index += Integer.BYTES + line.sku.length();
            order.lines.add(line);
        }
        return order;
    }
}
