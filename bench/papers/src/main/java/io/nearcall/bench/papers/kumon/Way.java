// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.kumon;

import io.nearcall.bench.papers.published.Kumon2017;
import java.util.function.ToDoubleFunction;

/** How a request reaches the other side. */
enum Way {
    NEARCALL("Nearcall", row -> Double.NaN),
    /** Within one process. Arrays are copied in and out. */
    JNI("JNI", Kumon2017.Row::jni),
    /** A connection for each request. */
    TCP("TCP", Kumon2017.Row::tcp),
    FILES("files", Kumon2017.Row::files),
    /** JSON over HTTP. */
    REST("REST", Kumon2017.Row::rest),
    CORBA("CORBA", Kumon2017.Row::corba);

    private static final int MIB = 1 << 20;

    private final String title;
    private final ToDoubleFunction<Kumon2017.Row> published;

    Way(String title, ToDoubleFunction<Kumon2017.Row> published) {
        this.title = title;
        this.published = published;
    }

    String title() {
        return title;
    }

    /** Returns the mean of 2017 in microseconds; NaN if there is none. */
    double publishedUs(Kumon2017.Row row) {
        return published.applyAsDouble(row);
    }

    /** Returns whether this way carries as much. As in 2017, 128 MiB are too much for JSON and for CORBA. */
    boolean carries(Kumon2017.Row row) {
        return this != REST && this != CORBA || Math.max(row.requestBytes(), row.replyBytes()) <= MIB;
    }
}
