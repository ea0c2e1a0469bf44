// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The gRPC method of sessions: a stream in each direction, whose messages are bytes. */
final class SessionMethod {

    static final String SERVICE = "nearcall.v1.Session";

    /**
     * A message that cannot be written. If a server sends it, gRPC cancels the call, for which its interface has no other
     * way. gRPC then logs a warning with the text of {@link Unwritable}.
     */
    static final byte[] UNWRITABLE = {};

    static final MethodDescriptor<byte[], byte[]> OPEN =
            ofBytes(SERVICE, "Open", MethodDescriptor.MethodType.BIDI_STREAMING);

    private SessionMethod() {}

    /** Returns a method whose messages are bytes. */
    static MethodDescriptor<byte[], byte[]> ofBytes(String service, String name, MethodDescriptor.MethodType type) {
        return MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(service, name))
                .setRequestMarshaller(new Bytes())
                .setResponseMarshaller(new Bytes())
                .build();
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] message) {
            if (message == UNWRITABLE) {
                throw new Unwritable();
            }
            return new KnownBytes(message);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes(); // gRPC bounds the length
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class Unwritable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unwritable() {
            super("A session is broken off whose peer does not take what was sent before", null, false, false);
        }
    }

    /** A stream that tells gRPC its length, so that gRPC need not read it to learn the length. */
    private static final class KnownBytes extends ByteArrayInputStream implements KnownLength {
        KnownBytes(byte[] message) {
            super(message);
        }
    }
}
