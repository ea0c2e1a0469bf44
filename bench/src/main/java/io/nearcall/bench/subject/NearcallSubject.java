// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.subject;

import io.nearcall.Endpoint;
import io.nearcall.bench.Workload;
import io.nearcall.bench.trade.MarkedBytes;
import io.nearcall.bench.trade.MarkedNumber;
import io.nearcall.bench.trade.MarkedOrder;
import io.nearcall.bench.trade.MarkedStock;
import io.nearcall.bench.trade.MarkedTexts;
import io.nearcall.bench.trade.Trade;

/**
 * Nearcall over one of its channels. {@link RmiSubject} repeats its loops on purpose, so the JIT sees one kind of stub
 * in each class.
 */
public final class NearcallSubject implements Subject {

    /** The name in tables and files, over shared memory. */
    public static final String NAME = "nearcall-shm";

    /** The name with both JVMs confined to one CPU. */
    public static final String ONE_CPU = "nearcall-shm-one-cpu";

    /** The name over FIFOs, with both JVMs confined to one CPU, beside RMI in the same place. */
    public static final String FIFO_ONE_CPU = "nearcall-fifo-one-cpu";

    private final String name;
    private final Trade trade;

    /** Finds the service that the server JVM exported as {@code service}. {@code name} is one of the names above. */
    public NearcallSubject(String name, String service) {
        this.name = name;
        String channel = name.equals(FIFO_ONE_CPU) ? "fifo:" : "shm:";
        this.trade = Endpoint.open().lookup(Trade.class, channel + service);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean supports(Workload workload, int callers) {
        return name.equals(NAME) || callers == 1;
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
            case ADD -> {
                MarkedNumber number = new MarkedNumber();
                yield count -> {
                    for (int i = 0; i < count; i++) {
                        number.expect(trade.add(number.next(), 1));
                    }
                };
            }
            case ORDER -> {
                MarkedOrder order = new MarkedOrder();
                yield count -> {
                    for (int i = 0; i < count; i++) {
                        order.expect(trade.place(order.next()));
                    }
                };
            }
            case BYTES_40, BYTES_4000, BYTES_40000 -> {
                MarkedBytes bytes = new MarkedBytes(workload.requestBytes());
                yield count -> {
                    for (int i = 0; i < count; i++) {
                        bytes.expect(trade.echo(bytes.next()), workload.replyBytes());
                    }
                };
            }
            case TEXT_40, TEXT_4000, TEXT_40000 -> {
                MarkedTexts texts = new MarkedTexts(workload.requestBytes());
                yield count -> {
                    for (int i = 0; i < count; i++) {
                        texts.expect(trade.repeat(texts.next()));
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
        MarkedBytes request = new MarkedBytes(requestBytes);
        return count -> {
            for (int i = 0; i < count; i++) {
                request.expect(trade.exchange(request.next(), replyBytes), replyBytes);
            }
        };
    }

    @Override
    public Calls openLists() {
        MarkedStock stock = new MarkedStock();
        return count -> {
            for (int i = 0; i < count; i++) {
                stock.expectPositions(trade.list(stock.nextPositions()));
            }
        };
    }

    @Override
    public Calls openMaps() {
        MarkedStock stock = new MarkedStock();
        return count -> {
            for (int i = 0; i < count; i++) {
                stock.expectQuantities(trade.count(stock.nextQuantities()));
            }
        };
    }
}
