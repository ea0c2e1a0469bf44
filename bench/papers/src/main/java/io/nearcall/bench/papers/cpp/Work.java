// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.cpp;

import io.nearcall.bench.subject.Calls;
import io.nearcall.bench.trade.MarkedBytes;
import io.nearcall.bench.trade.MarkedOrder;
import io.nearcall.bench.trade.Trade;

/** What is called. {@code peer.cpp} makes the same calls. */
enum Work {
    PING("ping", 16) {
        @Override
        Calls open(Trade trade) {
            return count -> {
                for (int i = 0; i < count; i++) {
                    trade.ping();
                }
            };
        }
    },
    ORDER("order", 16) {
        @Override
        Calls open(Trade trade) {
            MarkedOrder order = new MarkedOrder();
            return count -> {
                for (int i = 0; i < count; i++) {
                    order.expect(trade.place(order.next()));
                }
            };
        }
    },
    BYTES_40_KB("echo of 40,000 bytes", 1) {
        @Override
        Calls open(Trade trade) {
            return echo(trade, 40_000);
        }
    },
    BYTES_10_MIB("echo of 10 MiB", 1) {
        @Override
        Calls open(Trade trade) {
            return echo(trade, 10 << 20);
        }
    };

    private final String label;
    private final int callsPerBatch;

    Work(String label, int callsPerBatch) {
        this.label = label;
        this.callsPerBatch = callsPerBatch;
    }

    /** Returns its calls, for one thread. */
    abstract Calls open(Trade trade);

    private static Calls echo(Trade trade, int length) {
        MarkedBytes bytes = new MarkedBytes(length);
        return count -> {
            for (int i = 0; i < count; i++) {
                bytes.expect(trade.echo(bytes.next()), length);
            }
        };
    }

    String label() {
        return label;
    }

    /** Returns how many calls are timed together. */
    int callsPerBatch() {
        return callsPerBatch;
    }
}
