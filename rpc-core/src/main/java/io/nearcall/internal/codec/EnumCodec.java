// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import com.esotericsoftware.kryo.kryo5.serializers.ImmutableSerializer;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;

/** Constants of enums, by name: the order of the constants may differ on the two sides, or some may be missing. */
final class EnumCodec extends ImmutableSerializer<Enum<?>> {

    private final Class<?> type;
    private final Map<String, Enum<?>> constants = new HashMap<>();
    private final KnownNames names;

    EnumCodec(Class<?> type) {
        this.type = type;
        for (Object constant : type.getEnumConstants()) {
            constants.put(((Enum<?>) constant).name(), (Enum<?>) constant);
        }
        names = new KnownNames(constants.keySet());
    }

    @Override
    public void write(Kryo kryo, Output output, Enum<?> constant) {
        output.writeString(constant.name());
    }

    @Override
    public Enum<?> read(Kryo kryo, Input input, Class<? extends Enum<?>> ignored) {
        return read(input);
    }

    Enum<?> read(Input input) {
        String name = ((FrameInput) input).readString(names);
        Enum<?> constant = constants.get(name);
        if (constant == null) {
            throw new IncompatibleClass(
                    type.getName(),
                    String.valueOf(name),
                    "the enum has the constant " + name + " on the other side only");
        }
        return constant;
    }

    private static EnumCodec readEnum(Kryo kryo, Input input) {
        var registration = kryo.readClass(input);
        if (registration != null && registration.getSerializer() instanceof EnumCodec codec) {
            return codec;
        }
        throw new MalformedMessage("Not an enum: " + registration);
    }

    private static Class<?> declaringClass(Object constant) {
        return ((Enum<?>) constant).getDeclaringClass();
    }

    /** The enum, then the constants' names. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static final class OfSet extends Serializer<EnumSet> {

        @Override
        public void write(Kryo kryo, Output output, EnumSet set) {
            Collection<?> some = set.isEmpty() ? EnumSet.complementOf(set) : set;
            if (some.isEmpty()) {
                throw new CodecException("An EnumSet of an enum without constants cannot be written");
            }
            kryo.writeClass(output, declaringClass(some.iterator().next()));
            output.writeVarInt(set.size(), true);
            for (Object constant : set) {
                output.writeString(((Enum<?>) constant).name());
            }
        }

        @Override
        public EnumSet read(Kryo kryo, Input input, Class<? extends EnumSet> ignored) {
            EnumCodec codec = readEnum(kryo, input);
            EnumSet set = EnumSet.noneOf((Class) codec.type);
            for (int left = ((FrameInput) input).readLength(); left > 0; left--) {
                set.add(codec.read(input));
            }
            return set;
        }
    }

    /** The enum, or null if there is no entry to know it from; then the constants' names with their values. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static final class OfMap extends Serializer<EnumMap> {

        @Override
        public void write(Kryo kryo, Output output, EnumMap map) {
            Map<Enum<?>, Object> entries = map;
            Class<?> keyType = entries.isEmpty()
                    ? HiddenParts.keyType(map)
                    : declaringClass(entries.keySet().iterator().next());
            kryo.writeClass(output, keyType);
            output.writeVarInt(entries.size(), true);
            entries.forEach((key, value) -> {
                output.writeString(key.name());
                kryo.writeClassAndObject(output, value);
            });
        }

        @Override
        public EnumMap read(Kryo kryo, Input input, Class<? extends EnumMap> ignored) {
            EnumCodec codec = readEnum(kryo, input);
            EnumMap map = new EnumMap(codec.type);
            kryo.reference(map);
            for (int left = ((FrameInput) input).readLength(); left > 0; left--) {
                Enum<?> key = codec.read(input);
                map.put(key, kryo.readClassAndObject(input));
            }
            return map;
        }
    }
}
