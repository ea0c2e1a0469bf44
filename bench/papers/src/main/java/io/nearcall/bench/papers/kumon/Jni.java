// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.kumon;

import io.nearcall.bench.trade.TradeDesk;

/** Calls within this process between Java and C++ ({@code jni.cpp}). {@code System.load} of the library comes first. */
final class Jni {

    private static final TradeDesk DESK = new TradeDesk();

    private Jni() {}

    /** Called from Java: C++ copies the request, and answers with an array that it makes. */
    static native byte[] exchange(byte[] request, int replyBytes);

    /**
     * C++ sends requests to {@link #answer}. Each is copied into an array of Java, and its reply into memory of C++.
     *
     * @param atMost so many requests, and one more that is not counted
     * @return the times of all, including the first, in nanoseconds
     */
    static native long[] tripsFromCpp(int requestBytes, int replyBytes, int atMost, long limitNs);

    /** Called from C++. */
    static byte[] answer(byte[] request, int replyBytes) {
        return DESK.exchange(request, replyBytes);
    }
}
