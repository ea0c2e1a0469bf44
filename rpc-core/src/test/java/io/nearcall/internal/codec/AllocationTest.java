// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** That writing makes no objects, and reading none but the values. Compilers are not needed for it. */
class AllocationTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 50;

    static final class Order {
        long id;
        String customer;
        Shop.Status status;
        List<Line> lines;

        Order() {}

        Order(long id, String customer, Shop.Status status, List<Line> lines) {
            this.id = id;
            this.customer = customer;
            this.status = status;
            this.lines = lines;
        }
    }

    static final class Line {
        String sku;
        int quantity;

        Line() {}

        Line(String sku, int quantity) {
            this.sku = sku;
            this.quantity = quantity;
        }
    }

    record Position(String sku, int quantity, long priceCents) {}

    private static final byte[] LETTERS = "NC-100000".getBytes(StandardCharsets.ISO_8859_1);

    /** As a string is read. */
    private static String text() {
        return new String(LETTERS, 0, LETTERS.length, StandardCharsets.ISO_8859_1);
    }

    private static Order order() {
        List<Line> lines = new ArrayList<>(3);
        for (int i = 0; i < 3; i++) {
            lines.add(new Line(text(), i));
        }
        return new Order(4711, text(), Shop.Status.NEW, lines);
    }

    private static List<Position> positions() {
        List<Position> positions = new ArrayList<>(300);
        for (int i = 0; i < 300; i++) {
            positions.add(new Position(text(), i, i));
        }
        return positions;
    }

    private static Map<String, Integer> quantities(Map<String, Integer> map) {
        for (int i = 0; i < 50; i++) {
            byte[] letters = LETTERS.clone();
            letters[LETTERS.length - 1] = (byte) (LETTERS[LETTERS.length - 1] + i);
            map.put(new String(letters, 0, letters.length, StandardCharsets.ISO_8859_1), 1000 + i);
        }
        return map;
    }

    @Test
    void shouldMakeNothingButAnOrder() {
        assertNothingBut(AllocationTest::order);
    }

    @Test
    void shouldMakeNothingButAListOfRecords() {
        assertNothingBut(AllocationTest::positions);
    }

    @Test
    void shouldMakeNothingButAHashMap() {
        assertNothingBut(() -> quantities(new HashMap<>(MapCodec.hashCapacity(50))), 50 * (16 + 16));
    }

    @Test
    void shouldMakeNothingButATreeMap() {
        assertNothingBut(() -> quantities(new TreeMap<>()), 50 * (16 + 16));
    }

    private static void assertNothingBut(Supplier<Object> value) {
        assertNothingBut(value, 0);
    }

    /** @param surplus how many bytes the supplier allocates beside the value */
    private static void assertNothingBut(Supplier<Object> value, long surplus) {
        TestLane lane = new TestLane(1 << 16);
        LaneCodec codec = lane.codec;
        FrameOutput output = lane.output;
        FrameInput input = lane.input;
        long written = Long.MAX_VALUE;
        long read = Long.MAX_VALUE;
        long made = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            long start = THREADS.getCurrentThreadAllocatedBytes();
            Object fresh = value.get();
            made = Math.min(made, THREADS.getCurrentThreadAllocatedBytes() - start);
            codec.reset();
            output.reset(0, 1 << 16);
            start = THREADS.getCurrentThreadAllocatedBytes();
            codec.writeClassAndObject(output, fresh);
            written = Math.min(written, THREADS.getCurrentThreadAllocatedBytes() - start);
            codec.reset();
            input.reset(0, output.written());
            start = THREADS.getCurrentThreadAllocatedBytes();
            codec.readClassAndObject(input);
            read = Math.min(read, THREADS.getCurrentThreadAllocatedBytes() - start);
        }
        assertThat(written).as("bytes allocated to write").isZero();
        assertThat(read).as("bytes allocated to read").isEqualTo(made - surplus);
    }
}
