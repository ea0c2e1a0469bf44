// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.trade;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;

/**
 * An order that is coded by hand into an array. The code relies on strings of Latin letters and on values that are not
 * null. Generated codecs are compared with it.
 */
public final class OrderBytes {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int DISCOUNT = 8;
    private static final int PRIORITY = 16;
    private static final int COUNT = 20;
    private static final int CUSTOMER = 24;
    private static final int LINE_NUMBERS = Integer.BYTES + Long.BYTES;

    private OrderBytes() {}

    public static byte[] write(Order order) {
        ArrayList<OrderLine> lines = order.lines;
        int length = CUSTOMER + 2 * Integer.BYTES + order.customer.length() + order.currency.length();
        for (int i = 0; i < lines.size(); i++) {
            length += LINE_NUMBERS + Integer.BYTES + lines.get(i).sku.length();
        }
        byte[] bytes = new byte[length];
        LONG.set(bytes, 0, order.id);
        LONG.set(bytes, DISCOUNT, Double.doubleToRawLongBits(order.discount));
        INT.set(bytes, PRIORITY, order.priority);
        INT.set(bytes, COUNT, lines.size());
        int index = write(order.customer, bytes, CUSTOMER);
        index = write(order.currency, bytes, index);
        for (int i = 0; i < lines.size(); i++) {
            OrderLine line = lines.get(i);
            INT.set(bytes, index, line.quantity);
            LONG.set(bytes, index + Integer.BYTES, line.priceCents);
            index = write(line.sku, bytes, index + LINE_NUMBERS);
        }
        return bytes;
    }

    public static Order read(byte[] bytes) {
        Order order = new Order();
        order.id = (long) LONG.get(bytes, 0);
        order.discount = Double.longBitsToDouble((long) LONG.get(bytes, DISCOUNT));
        order.priority = (int) INT.get(bytes, PRIORITY);
        int count = (int) INT.get(bytes, COUNT);
        int index = CUSTOMER;
        order.customer = text(bytes, index);
        index += Integer.BYTES + order.customer.length();
        order.currency = text(bytes, index);
        index += Integer.BYTES + order.currency.length();
        order.lines = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            OrderLine line = new OrderLine();
            line.quantity = (int) INT.get(bytes, index);
            line.priceCents = (long) LONG.get(bytes, index + Integer.BYTES);
            line.sku = text(bytes, index + LINE_NUMBERS);
            index += LINE_NUMBERS + Integer.BYTES + line.sku.length();
            order.lines.add(line);
        }
        return order;
    }

    /** Returns the index behind the text. */
    private static int write(String text, byte[] bytes, int index) {
        byte[] letters = text.getBytes(StandardCharsets.ISO_8859_1);
        INT.set(bytes, index, letters.length);
        System.arraycopy(letters, 0, bytes, index + Integer.BYTES, letters.length);
        return index + Integer.BYTES + letters.length;
    }

    private static String text(byte[] bytes, int index) {
        return new String(bytes, index + Integer.BYTES, (int) INT.get(bytes, index), StandardCharsets.ISO_8859_1);
    }
}
