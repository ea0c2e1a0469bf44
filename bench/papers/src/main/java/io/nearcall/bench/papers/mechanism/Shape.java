// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

/** What a round trip carries. */
public record Shape(Payload payload, int requestBytes, int replyBytes) {

    /** A serialised {@code Long} there and back. */
    public static final Shape LONG = new Shape(Payload.LONG, SerialisedLong.LENGTH, SerialisedLong.LENGTH);

    /** That many bytes there, and the same bytes back. */
    public static Shape even(int bytes) {
        return new Shape(Payload.BYTES, bytes, bytes);
    }

    public static Shape uneven(int requestBytes, int replyBytes) {
        return new Shape(Payload.BYTES, requestBytes, replyBytes);
    }

    /** Returns whether the reply equals the request. */
    public boolean isEcho() {
        return payload == Payload.BYTES && requestBytes == replyBytes;
    }
}
