// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.io.ByteArrayOutputStream;
import java.io.InvalidObjectException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Values in an exception that are not Serializable. They are written behind the Java form, each with its class. */
final class ExceptionValues {

    /** About what a separate codec allocates before it has read anything. */
    static final int CODEC_BYTES = 8 << 10;

    private static final int ROOM_BYTES = 1024;

    private ExceptionValues() {}

    static byte[] write(List<Object> values, SpareCodecs codecs) {
        LaneCodec codec = codecs.borrow();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        FrameOutput out = new FrameOutput(
                ByteBuffer.allocate(ROOM_BYTES),
                full -> {
                    bytes.writeBytes(full.toBytes());
                    full.reset(0, ROOM_BYTES);
                },
                ExceptionStreams.MAX_EXCEPTION_BYTES);
        out.reset(0, ROOM_BYTES);
        for (Object value : values) {
            codec.writeClassAndObject(out, value);
        }
        bytes.writeBytes(out.toBytes());
        codecs.giveBack(codec);
        return bytes.toByteArray();
    }

    /**
     * Reads the values that lie from {@code index} to the end.
     *
     * @param weights learns the weights of the values, which may be in hash tables of the Java form
     */
    static List<Object> read(byte[] bytes, int index, SpareCodecs codecs, SharingWeights weights)
            throws InvalidObjectException {
        LaneCodec codec = codecs.borrow();
        FrameInput in = new FrameInput(ByteBuffer.wrap(bytes), ended -> {
            throw new MalformedMessage("The values of an exception have ended");
        });
        in.reset(index, bytes.length);
        in.claimBase();
        List<Object> values = new ArrayList<>();
        while (!in.end()) {
            long before = codec.unfolded();
            Object value = codec.readClassAndObject(in);
            weights.add(value, 1 + codec.unfolded() - before, bytes.length);
            values.add(value);
        }
        codecs.giveBack(codec);
        return values;
    }
}
