// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.BitSet;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Writes and reads a value that contains no other objects. Neither writer nor reader handles null. */
final class ValueCodec<T> extends Serializer<T> {

    private final BiConsumer<FrameOutput, T> writer;
    private final Function<FrameInput, T> reader;

    ValueCodec(BiConsumer<FrameOutput, T> writer, Function<FrameInput, T> reader) {
        this.writer = writer;
        this.reader = reader;
    }

    /** For a value that is fully represented by its text. */
    static <T> ValueCodec<T> ofText(Function<T, String> toText, Function<String, T> fromText) {
        return new ValueCodec<>(
                (out, value) -> out.writeString(toText.apply(value)), in -> fromText.apply(readText(in)));
    }

    /** For the one object of its class. */
    static <T> ValueCodec<T> ofSingleton(T singleton) {
        return new ValueCodec<>((out, value) -> {}, in -> singleton);
    }

    @Override
    public void write(Kryo kryo, Output output, T value) {
        writer.accept((FrameOutput) output, value);
    }

    @Override
    public T read(Kryo kryo, Input input, Class<? extends T> type) {
        return reader.apply((FrameInput) input);
    }

    static String readText(FrameInput in) {
        String text = in.readString();
        if (text == null) {
            throw new MalformedMessage("A text is missing where there must be one");
        }
        return text;
    }

    static ValueCodec<BigInteger> bigInteger() {
        return new ValueCodec<>(ValueCodec::writeBytes, in -> new BigInteger(in.readBytes(in.readLength())));
    }

    private static void writeBytes(FrameOutput out, BigInteger value) {
        byte[] bytes = value.toByteArray();
        out.writeVarInt(bytes.length, true);
        out.writeBytes(bytes);
    }

    static ValueCodec<BigDecimal> bigDecimal() {
        return new ValueCodec<>(
                (out, value) -> {
                    out.writeVarInt(value.scale(), false);
                    BigInteger unscaled = value.unscaledValue();
                    if (unscaled.bitLength() < Long.SIZE) {
                        out.writeVarInt(0, true);
                        out.writeVarLong(unscaled.longValue(), false);
                    } else {
                        writeBytes(out, unscaled);
                    }
                },
                in -> {
                    int scale = in.readVarInt(false);
                    int length = in.readLength();
                    return length == 0
                            ? BigDecimal.valueOf(in.readVarLong(false), scale)
                            : new BigDecimal(new BigInteger(in.readBytes(length)), scale);
                });
    }

    /** With the offset, which distinguishes the two hours of the same local time when summer time ends. */
    static ValueCodec<ZonedDateTime> zonedDateTime() {
        return new ValueCodec<>(
                (out, value) -> {
                    out.writeVarLong(value.toLocalDateTime().toEpochSecond(ZoneOffset.UTC), false);
                    out.writeVarInt(value.getNano(), true);
                    out.writeVarInt(value.getOffset().getTotalSeconds(), false);
                    out.writeString(value.getZone().getId());
                },
                in -> {
                    LocalDateTime local =
                            LocalDateTime.ofEpochSecond(in.readVarLong(false), in.readVarInt(true), ZoneOffset.UTC);
                    ZoneOffset offset = ZoneOffset.ofTotalSeconds(in.readVarInt(false));
                    return ZonedDateTime.ofInstant(local, offset, ZoneId.of(readText(in)));
                });
    }

    /** By its tag. A locale without a tag, such as no_NO_NY, is written by its parts. */
    static ValueCodec<Locale> locale() {
        return new ValueCodec<>(
                (out, value) -> {
                    String tag = value.toLanguageTag();
                    boolean tagged = Locale.forLanguageTag(tag).equals(value);
                    out.writeBoolean(tagged);
                    if (tagged) {
                        out.writeString(tag);
                    } else {
                        out.writeString(value.getLanguage());
                        out.writeString(value.getCountry());
                        out.writeString(value.getVariant());
                    }
                },
                in -> in.readBoolean()
                        ? Locale.forLanguageTag(readText(in))
                        : ofParts(readText(in), readText(in), readText(in)));
    }

    // The builder refuses the ill-formed locales that arrive here, and Locale.of is too new.
    @SuppressWarnings("deprecation")
    private static Locale ofParts(String language, String country, String variant) {
        return new Locale(language, country, variant);
    }

    static ValueCodec<BitSet> bitSet() {
        return new ValueCodec<>(
                (out, value) -> {
                    long[] words = value.toLongArray();
                    out.writeVarInt(words.length, true);
                    out.writeLongs(words, 0, words.length);
                },
                in -> BitSet.valueOf(in.readLongs(in.readLength())));
    }
}
