// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.subject;

import io.nearcall.bench.Workload;
import io.nearcall.bench.trade.ExampleText;
import io.nearcall.bench.trade.Order;
import io.nearcall.bench.trade.RmiTrade;

/**
 * Java RMI over loopback TCP, as it is out of the box; there is no registry between stub and server. Or another means of
 * remote calls, behind the same interface and in JVMs of its own. Its loops are those of {@link NearcallSubject} once more, on
 * purpose: the JIT shall see one kind of stub in each.
 */
public final class RmiSubject implements Subject {

    /** As it stands in tables and files. */
    public static final String NAME = "rmi";

    /** The same with both JVMs confined to one CPU, which is RMI's better placement on many hosts. */
    public static final String NAME_ONE_CPU = "rmi-one-cpu";

    private final String name;
    private final RmiTrade trade;

    public RmiSubject(String name, RmiTrade trade) {
        this.name = name;
        this.trade = trade;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean supports(Workload workload, int callers) {
        return true;
    }

    /** One: the timer is nothing beside an RMI call. */
    @Override
    public int callsPerBatch(Workload workload) {
        return 1;
    }

    @Override
    public Calls open(Workload workload) {
        return switch (workload) {
            case PING, SILENCE ->
                count -> {
                    for (int i = 0; i < count; i++) {
                        trade.ping();
                    }
                };
            case ADD ->
                count -> {
                    for (int i = 0; i < count; i++) {
                        Expect.sum(trade.add(i, 1), i + 1);
                    }
                };
            case ORDER -> {
                Order order = Order.example();
                yield count -> {
                    for (int i = 0; i < count; i++) {
                        Expect.order(trade.place(order), order);
                    }
                };
            }
            case BYTES_40, BYTES_4000, BYTES_40000 -> {
                byte[] bytes = new byte[workload.requestBytes()];
                yield count -> {
                    for (int i = 0; i < count; i++) {
                        Expect.length(trade.echo(bytes), bytes.length);
                    }
                };
            }
            case TEXT_40, TEXT_4000, TEXT_40000 -> {
                String text = ExampleText.of(workload.requestBytes());
                yield count -> {
                    for (int i = 0; i < count; i++) {
                        Expect.text(trade.repeat(text), text);
                    }
                };
            }
        };
    }

    @Override
    public boolean supportsBytes(int requestBytes, int replyBytes) {
        return true;
    }

    @Override
    public Calls openBytes(int requestBytes, int replyBytes) {
        byte[] request = new byte[requestBytes];
        return count -> {
            for (int i = 0; i < count; i++) {
                Expect.length(trade.exchange(request, replyBytes), replyBytes);
            }
        };
    }
}
