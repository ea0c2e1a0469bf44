// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.hosts;

/** What carries the calls that are compared. */
enum Carrier {
    TCP("a TCP socket", false),
    TLS("a TLS socket of the JDK", false),
    GRPC("gRPC, unary calls", true),
    GRPC_DIRECT("gRPC, unary calls, direct executors", true),
    NEARCALL("Nearcall over gRPC", true);

    /** What the others are compared with. */
    static final Carrier BASELINE = GRPC;

    private final String title;
    private final boolean forSeveral;

    Carrier(String title, boolean forSeveral) {
        this.title = title;
        this.forSeveral = forSeveral;
    }

    String title() {
        return title;
    }

    /** Returns whether several threads can call at the same time. */
    boolean isForSeveral() {
        return forSeveral;
    }

    /** Returns what a call is to take at most, in words; empty if nothing is said. */
    String target(Work work) {
        return this == NEARCALL && work == Work.ADD ? "1.2 times" : "";
    }
}
