// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;

/** Stands on the wire for all classes whose objects travel by reference. Has no instances. */
final class RemoteReference {

    private RemoteReference() {}

    static final class Codec extends Serializer<Object> {
        @Override
        public void write(Kryo kryo, Output output, Object object) {
            LaneCodec codec = (LaneCodec) kryo;
            codec.remoteObjects().write(codec, (FrameOutput) output, object, null);
        }

        @Override
        public Object read(Kryo kryo, Input input, Class<?> type) {
            LaneCodec codec = (LaneCodec) kryo;
            Object object = codec.remoteObjects().read(codec, (FrameInput) input, null);
            kryo.reference(object);
            return object;
        }
    }
}
