// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads {@code HealthCheckRequest} of {@code grpc.health.v1}, a message of Protocol Buffers. It has one field, the name of
 * a service. Fields of later versions are passed over.
 */
final class HealthRequest {

    private static final int SERVICE_FIELD = 1;

    /* The kinds of fields: the lower three bits of what stands before each. */
    private static final int KIND_BITS = 3;
    private static final int VARINT = 0;
    private static final int EIGHT_BYTES = 1;
    private static final int OF_LENGTH = 2;
    private static final int FOUR_BYTES = 5;

    private HealthRequest() {}

    /**
     * Returns the name of the service that is asked for; empty for all.
     *
     * @throws IllegalArgumentException if it is no such message
     */
    static String service(byte[] message) {
        ByteBuffer in = ByteBuffer.wrap(message);
        String service = "";
        try {
            while (in.hasRemaining()) {
                long tag = varint(in);
                long length = switch ((int) tag & (1 << KIND_BITS) - 1) {
                    case VARINT -> {
                        varint(in);
                        yield 0;
                    }
                    case EIGHT_BYTES -> Long.BYTES;
                    case OF_LENGTH -> varint(in);
                    case FOUR_BYTES -> Integer.BYTES;
                    default -> -1;
                };
                if (length < 0 || length > in.remaining()) {
                    throw new IllegalArgumentException("A field of kind and number " + tag + " has no end");
                }
                if (tag == (SERVICE_FIELD << KIND_BITS | OF_LENGTH)) {
                    service = new String(message, in.position(), (int) length, StandardCharsets.UTF_8);
                }
                in.position(in.position() + (int) length);
            }
            return service;
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("The message ends within a field", e);
        }
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE - 1) {
            byte next = in.get();
            value |= (long) (next & Byte.MAX_VALUE) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("A number has more than 64 bits");
    }
}
