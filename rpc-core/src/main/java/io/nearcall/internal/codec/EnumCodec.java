// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import com.esotericsoftware.kryo.kryo5.serializers.ImmutableSerializer;
import io.nearcall.FormerName;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** Writes and reads enum constants by name: their order may differ on the two sides, and some may be missing. */
final class EnumCodec extends ImmutableSerializer<Enum<?>> {

    /** The size of a reference in a heap of less than 32 GiB. */
    private static final int REFERENCE_BYTES = 4;

    private final Class<?> type;
    private final Map<String, Enum<?>> constants = new HashMap<>();
    private final KnownNames names;

    /** The memory that an EnumMap allocates for its values, even if it is empty. */
    private final long mapBytes;

    /** The other side's names of constants that have another name there. */
    private final Map<Enum<?>, String> otherNames = new IdentityHashMap<>();

    EnumCodec(Class<?> type) {
        this(type, null);
    }

    /** @param known the names that the other side has; null if they are the same, or not known */
    EnumCodec(Class<?> type, Set<String> known) {
        this.type = type;
        this.mapBytes = (long) type.getEnumConstants().length * REFERENCE_BYTES;
        for (Object constant : type.getEnumConstants()) {
            constants.put(((Enum<?>) constant).name(), (Enum<?>) constant);
        }
        if (!TravelRules.ofTheJdk(type)) {
            addFormerNames(known);
        }
        names = new KnownNames(constants.keySet());
    }

    private void addFormerNames(Set<String> known) {
        for (Field field : type.getDeclaredFields()) {
            FormerName former = field.isEnumConstant() ? field.getAnnotation(FormerName.class) : null;
            Enum<?> constant = former == null ? null : constants.get(field.getName());
            for (String name : constant == null ? new String[0] : former.value()) {
                constants.putIfAbsent(name, constant);
                if (known != null && !known.contains(constant.name()) && known.contains(name)) {
                    otherNames.putIfAbsent(constant, name);
                }
            }
        }
    }

    @Override
    public void write(Kryo kryo, Output output, Enum<?> constant) {
        output.writeString(nameOf(constant));
    }

    /** The name under which the other side knows the constant. */
    private String nameOf(Enum<?> constant) {
        return otherNames.isEmpty() ? constant.name() : otherNames.getOrDefault(constant, constant.name());
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

    /** @param type null if an empty map does not tell it; the other side refuses such a map */
    private static EnumCodec writeEnum(Kryo kryo, Output output, Class<?> type) {
        var registration = kryo.writeClass(output, type);
        return registration == null ? null : (EnumCodec) registration.getSerializer();
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

    /** An EnumSet: the enum, then the constants' names. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static final class OfSet extends Serializer<EnumSet> {

        @Override
        public void write(Kryo kryo, Output output, EnumSet set) {
            Collection<?> some = set.isEmpty() ? EnumSet.complementOf(set) : set;
            if (some.isEmpty()) {
                throw new CodecException("An EnumSet of an enum without constants cannot be written");
            }
            EnumCodec codec =
                    writeEnum(kryo, output, declaringClass(some.iterator().next()));
            output.writeVarInt(set.size(), true);
            for (Object constant : set) {
                output.writeString(codec.nameOf((Enum<?>) constant));
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

    /** An EnumMap: the enum, then the constants' names with their values. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static final class OfMap extends Serializer<EnumMap> {

        @Override
        public void write(Kryo kryo, Output output, EnumMap map) {
            Map<Enum<?>, Object> entries = map;
            Class<?> keyType = entries.isEmpty()
                    ? HiddenParts.keyType(map)
                    : declaringClass(entries.keySet().iterator().next());
            EnumCodec codec = writeEnum(kryo, output, keyType);
            output.writeVarInt(entries.size(), true);
            entries.forEach((key, value) -> {
                output.writeString(codec.nameOf(key));
                kryo.writeClassAndObject(output, value);
            });
        }

        @Override
        public EnumMap read(Kryo kryo, Input input, Class<? extends EnumMap> ignored) {
            EnumCodec codec = readEnum(kryo, input);
            if (!((FrameInput) input).claimFixed(codec.mapBytes)) {
                throw new MalformedMessage("The message has too many maps of " + codec.type.getName()
                        + " for its size: each has room for all constants of the enum");
            }
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
