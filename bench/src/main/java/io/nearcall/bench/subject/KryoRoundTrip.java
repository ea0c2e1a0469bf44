// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.subject;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.bench.Workload;
import io.nearcall.bench.trade.MarkedOrder;
import io.nearcall.bench.trade.Order;
import io.nearcall.bench.trade.OrderLine;
import java.util.ArrayList;

/**
 * The baseline of the order. Plain Kryo writes the order to a byte array and reads it back, in the client JVM, without
 * another process. Classes are registered, references are off, and Unsafe is off as it is in the product. Only the
 * allocation of reading counts: the objects of which an order consists.
 */
public final class KryoRoundTrip implements Subject {

    /** The name in tables and files. */
    public static final String NAME = "kryo-in-process";

    static {
        System.setProperty("kryo.unsafe", "false");
    }

    /** How many bytes plain Kryo makes of {@link Order#example()}. */
    public static final int EXAMPLE_BYTES = new KryoRoundTrip().exampleBytes();

    private final Kryo kryo = plainKryo();
    private final Output output = new Output(4096);
    private final Input input = new Input(output.getBuffer());

    /** Returns a codec of orders for one thread. */
    public static Kryo plainKryo() {
        Kryo kryo = new Kryo();
        kryo.setRegistrationRequired(true);
        kryo.setReferences(false);
        kryo.register(ArrayList.class);
        kryo.register(Order.class);
        kryo.register(OrderLine.class);
        return kryo;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean supports(Workload workload, int callers) {
        return workload == Workload.ORDER && callers == 1;
    }

    @Override
    public Calls open(Workload workload) {
        MarkedOrder order = new MarkedOrder();
        return count -> {
            for (int i = 0; i < count; i++) {
                order.expect(roundTrip(order.next()));
            }
        };
    }

    @Override
    public Calls openForAllocation(Workload workload) {
        MarkedOrder order = new MarkedOrder();
        write(order.next());
        return count -> {
            for (int i = 0; i < count; i++) {
                order.expect(read());
            }
        };
    }

    private Order roundTrip(Order order) {
        write(order);
        return read();
    }

    private void write(Order order) {
        output.reset();
        kryo.writeObject(output, order);
        input.setLimit(output.position());
    }

    private Order read() {
        input.setPosition(0);
        return kryo.readObject(input, Order.class);
    }

    private int exampleBytes() {
        roundTrip(Order.example());
        return output.position();
    }
}
