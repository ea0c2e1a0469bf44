// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Serializer;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/** Makes the serialisers of values among the {@link FurtherClasses}. Only a calendar contains an object: its zone. */
final class FurtherValues {

    /*
     * A pattern is compiled when it is read. The compiler recurses as deep as groups nest and as the pattern is long.
     * With these limits it needs less than a fifth of a stack of 1 MiB.
     */
    private static final int MAX_PATTERN_LENGTH = 2000;
    private static final int MAX_PATTERN_GROUPS = 200;

    private FurtherValues() {}

    /** A class by its name, if AllowedClasses.names() takes the name. */
    static Serializer<Class<?>> ofClass() {
        return new ContainerCodec<>(
                (codec, out, type) -> out.writeString(codec.throwables().checkedName(type)),
                (codec, in) -> codec.throwables().loadClass(ValueCodec.readText(in)));
    }

    static Serializer<Pattern> ofPattern() {
        return new ValueCodec<>(
                (out, pattern) -> {
                    check(pattern.pattern(), pattern.flags());
                    out.writeString(pattern.pattern());
                    out.writeVarInt(pattern.flags(), true);
                },
                in -> {
                    String text = ValueCodec.readText(in);
                    int flags = in.readVarInt(true);
                    check(text, flags);
                    return Pattern.compile(text, flags);
                });
    }

    private static void check(String pattern, int flags) {
        if (pattern.length() > MAX_PATTERN_LENGTH || openers(pattern) > MAX_PATTERN_GROUPS) {
            throw new CodecException(
                    "A Pattern of " + pattern.length() + " characters may not travel: it has more than "
                            + MAX_PATTERN_LENGTH + " characters or more than " + MAX_PATTERN_GROUPS
                            + " groups and classes. Send its text");
        }
        if ((flags & Pattern.CANON_EQ) != 0) {
            throw new CodecException(
                    "A Pattern with CANON_EQ may not travel, because it can take any time to make." + " Send its text");
        }
    }

    private static int openers(String pattern) {
        int count = 0;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '(' || c == '[') {
                count++;
            }
        }
        return count;
    }

    /** A charset by its canonical name. */
    static Serializer<Charset> ofCharset() {
        return ValueCodec.ofText(Charset::name, name -> {
            Charset known = Charsets.BY_NAME.get(name);
            if (known == null) {
                throw new MalformedMessage("This side has no charset of the name " + name);
            }
            return known;
        });
    }

    /** Made for the first charset, because it takes a while. Charset.forName would search anew for each wrong name. */
    private static final class Charsets {
        static final Map<String, Charset> BY_NAME = Charset.availableCharsets();
    }

    /** A path by its name in the default file system. */
    static Serializer<Path> ofPath() {
        return ValueCodec.ofText(
                path -> {
                    if (path.getFileSystem() != FileSystems.getDefault()) {
                        throw new CodecException("The path " + path + " may not travel: it belongs to "
                                + path.getFileSystem().provider().getScheme()
                                + ", not to the default file system. Send its URI");
                    }
                    return path.toString();
                },
                Path::of);
    }

    /** The name, if there is one, and the bytes. Neither side looks anything up. */
    static Serializer<InetAddress> ofInetAddress() {
        return new ValueCodec<>(FurtherValues::writeAddress, FurtherValues::readAddress);
    }

    private static void writeAddress(FrameOutput out, InetAddress address) {
        // getHostName() would ask the DNS.
        String text = address.toString();
        int slash = text.lastIndexOf('/');
        out.writeString(slash <= 0 ? null : text.substring(0, slash));
        byte[] bytes = address.getAddress();
        out.writeVarInt(bytes.length, true);
        out.writeBytes(bytes);
        out.writeVarInt(address instanceof Inet6Address v6 ? v6.getScopeId() : 0, true);
    }

    private static InetAddress readAddress(FrameInput in) {
        String host = in.readString();
        byte[] bytes = in.readBytes(in.readLength());
        int scope = in.readVarInt(true);
        try {
            return scope > 0 && bytes.length == 16
                    ? Inet6Address.getByAddress(host, bytes, scope)
                    : InetAddress.getByAddress(host, bytes);
        } catch (UnknownHostException e) {
            throw new MalformedMessage("An address of " + bytes.length + " bytes", e);
        }
    }

    static Serializer<InetSocketAddress> ofSocketAddress() {
        return new ValueCodec<>(
                (out, address) -> {
                    out.writeBoolean(address.isUnresolved());
                    if (address.isUnresolved()) {
                        out.writeString(address.getHostString());
                    } else {
                        writeAddress(out, address.getAddress());
                    }
                    out.writeVarInt(address.getPort(), true);
                },
                in -> {
                    if (in.readBoolean()) {
                        return InetSocketAddress.createUnresolved(ValueCodec.readText(in), in.readVarInt(true));
                    }
                    return new InetSocketAddress(readAddress(in), in.readVarInt(true));
                });
    }

    /** Everything that equals compares. */
    static Serializer<GregorianCalendar> ofCalendar() {
        return new ContainerCodec<>(
                (codec, out, calendar) -> {
                    out.writeLong(calendar.getTimeInMillis());
                    codec.writeAny(out, calendar.getTimeZone());
                    out.writeLong(calendar.getGregorianChange().getTime());
                    out.writeByte(calendar.getFirstDayOfWeek());
                    out.writeByte(calendar.getMinimalDaysInFirstWeek());
                    out.writeBoolean(calendar.isLenient());
                },
                (codec, in) -> {
                    long timeMs = in.readLong();
                    GregorianCalendar calendar = new GregorianCalendar((TimeZone) codec.readAny(in));
                    calendar.setGregorianChange(new Date(in.readLong()));
                    calendar.setFirstDayOfWeek(in.readByte());
                    calendar.setMinimalDaysInFirstWeek(in.readByte());
                    calendar.setLenient(in.readBoolean());
                    calendar.setTimeInMillis(timeMs);
                    return calendar;
                });
    }

    static Serializer<AtomicIntegerArray> ofIntegerArray() {
        return new ValueCodec<>(
                (out, array) -> {
                    int[] values = new int[array.length()];
                    Arrays.setAll(values, array::get);
                    out.writeVarInt(values.length, true);
                    out.writeInts(values, 0, values.length);
                },
                in -> new AtomicIntegerArray(in.readInts(in.readLength())));
    }

    static Serializer<AtomicLongArray> ofLongArray() {
        return new ValueCodec<>(
                (out, array) -> {
                    long[] values = new long[array.length()];
                    Arrays.setAll(values, array::get);
                    out.writeVarInt(values.length, true);
                    out.writeLongs(values, 0, values.length);
                },
                in -> new AtomicLongArray(in.readLongs(in.readLength())));
    }

    static Serializer<LongAdder> ofLongAdder() {
        return new ValueCodec<>((out, adder) -> out.writeLong(adder.sum()), in -> {
            LongAdder adder = new LongAdder();
            adder.add(in.readLong());
            return adder;
        });
    }

    static Serializer<DoubleAdder> ofDoubleAdder() {
        return new ValueCodec<>((out, adder) -> out.writeDouble(adder.sum()), in -> {
            DoubleAdder adder = new DoubleAdder();
            adder.add(in.readDouble());
            return adder;
        });
    }
}
