// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.kumon;

import io.nearcall.bench.trade.MarkedBytes;

/** Random bytes whose ends change with each request, and the check of the reply's ends. As in {@code marked.hpp}. */
final class Request {

    private final byte[] bytes;
    private int number;

    Request(int length) {
        this.bytes = MarkedBytes.filled(length);
    }

    /** Returns always the same array. */
    byte[] next() {
        number++;
        bytes[0] = (byte) number;
        bytes[bytes.length - 1] = (byte) ~number;
        return bytes;
    }

    /** Checks that the reply has that length, and the ends of the request. */
    void expect(byte[] reply, int length) {
        if (reply.length != length || reply[0] != bytes[0] || reply[length - 1] != bytes[bytes.length - 1]) {
            throw new IllegalStateException(
                    "wrong answer to request " + number + ": length=" + reply.length + " expected=" + length);
        }
    }
}
