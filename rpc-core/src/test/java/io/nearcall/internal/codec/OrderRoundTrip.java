// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import com.sun.management.ThreadMXBean;
import io.nearcall.internal.codec.Shop.Line;
import io.nearcall.internal.codec.Shop.Order;
import io.nearcall.internal.codec.Shop.Status;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Measures an order (six fields, a list of three lines) written and read in one thread: by a frame's codec, and by Kryo
 * with byte arrays as its users configure it, in alternating rounds. Prints the median of the rounds in nanoseconds of
 * processor time per round trip. Start with the test class path: {@code java io.nearcall.internal.codec.OrderRoundTrip}.
 */
public final class OrderRoundTrip {

    private static final int ROUNDS = 15;
    private static final int TRIPS = 300_000;

    private OrderRoundTrip() {}

    public static void main(String[] args) {
        Order order = new Order(
                4711,
                "Ada Lovelace",
                Status.NEW,
                true,
                99.5,
                List.of(new Line("bolt-m8", 3, 0.5), new Line("nut-m8", 4, 0.25), new Line("washer", 100, 0.1)));
        List<UnaryOperator<Order>> systems = List.of(frames(), kryo(true), kryo(false));
        String[] names = {"frame codec", "kryo, references", "kryo, no references"};
        double[][] ns = new double[systems.size()][ROUNDS];
        long[] bytes = new long[systems.size()];
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int round = 0; round < ROUNDS; round++) {
            for (int s = 0; s < systems.size(); s++) {
                UnaryOperator<Order> system = systems.get(s);
                long allocated = threads.getCurrentThreadAllocatedBytes();
                long begin = threads.getCurrentThreadCpuTime();
                for (int i = 0; i < TRIPS; i++) {
                    if (system.apply(order).lines().size() != 3) {
                        throw new AssertionError();
                    }
                }
                ns[s][round] = (double) (threads.getCurrentThreadCpuTime() - begin) / TRIPS;
                bytes[s] = (threads.getCurrentThreadAllocatedBytes() - allocated) / TRIPS;
            }
        }
        for (int s = 0; s < systems.size(); s++) {
            Arrays.sort(ns[s]);
            System.out.printf(
                    "%-20s %6.0f ns  best %6.0f ns  %4d bytes%n", names[s], ns[s][ROUNDS / 2], ns[s][0], bytes[s]);
        }
    }

    private static UnaryOperator<Order> frames() {
        ByteBuffer memory = ByteBuffer.allocateDirect(1 << 16);
        ClassTable[] table = new ClassTable[1];
        int[] next = {ClassTable.firstId()};
        table[0] = new ClassTable((type, patience) -> {
            table[0].define(next[0], type, ShapeMatch.SAME);
            return next[0]++;
        });
        LaneCodec codec = LaneCodec.of(table[0], new ThrowableCodec(AllowedClasses.NONE, Order.class.getClassLoader()));
        FrameOutput output = new FrameOutput(memory, out -> {
            throw new AssertionError();
        });
        FrameInput input = new FrameInput(memory, in -> {
            throw new AssertionError();
        });
        return order -> {
            codec.reset();
            output.reset(0, 1 << 16);
            codec.writeObjectOrNull(output, order, Order.class);
            codec.reset();
            input.reset(0, output.written());
            return codec.readObjectOrNull(input, Order.class);
        };
    }

    private static UnaryOperator<Order> kryo(boolean references) {
        Kryo kryo = new Kryo();
        kryo.setReferences(references);
        for (Class<?> type : List.of(
                Order.class,
                Line.class,
                Status.class,
                List.of(1).getClass(),
                List.of(1, 2, 3).getClass())) {
            kryo.register(type);
        }
        Output output = new Output(4096);
        Input input = new Input();
        return order -> {
            output.setPosition(0);
            kryo.writeObject(output, order);
            input.setBuffer(output.getBuffer(), 0, output.position());
            return kryo.readObject(input, Order.class);
        };
    }
}
