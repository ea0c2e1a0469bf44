// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.io.IOException;
import java.io.InvalidClassException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Brings exceptions across as themselves: class, message, stack, causes, suppressed exceptions and fields. An exception
 * arrives as text if it cannot be serialised, or if this side lacks its class or does not allow it. Safe for use by any
 * number of threads.
 */
public final class ThrowableCodec {

    /*
     * On the wire: the number of exceptions, then the exceptions. Each comes after those that it refers to, so the last
     * one is the one that was thrown. Each is
     *
     *     class name, message, description            strings; the message may be null
     *     stack                                       the number of frames, then each frame
     *     cause                                       its index plus one; zero if there is none
     *     suppressed                                  their number, then their indexes
     *     length of the object, the object            written by ObjectOutputStream, with an ExceptionStreams.Nested in
     *                                                 place of each other exception, and an ExceptionStreams.Value in
     *                                                 place of what is not Serializable; then those values
     *     reason                                      only if the length is 0: why there is only text; null if
     *                                                 PlainExceptions makes the exception from the text
     *
     * Kryo cannot write a Throwable, because its fields are closed to Kryo. Exception classes are made for Java's
     * serialisation. It sees only bytes that are in memory, and loads only what AllowedClasses and FilteredObjectInput
     * allow.
     */

    static final int MAX_FRAMES = 1024;
    static final int MAX_THROWABLES = 64;

    private final AllowedClasses allowed;
    private final Supplier<ClassLoader> loader;
    private final SpareCodecs codecs;

    /** As below, with one class loader for all exceptions. */
    public ThrowableCodec(AllowedClasses allowed, ClassLoader loader) {
        this(allowed, () -> loader);
    }

    /**
     * @param allowed includes the declared exceptions and what the interface reaches
     * @param loader gives the loader of the exceptions' classes; asked for each exception
     */
    public ThrowableCodec(AllowedClasses allowed, Supplier<ClassLoader> loader) {
        this(allowed, loader, null);
    }

    private ThrowableCodec(AllowedClasses allowed, Supplier<ClassLoader> loader, SpareCodecs codecs) {
        this.allowed = allowed;
        this.loader = loader;
        this.codecs = codecs;
    }

    /**
     * Returns a codec like this one for a connection, where exceptions may contain values that are not Serializable.
     *
     * @param valueCodecs write and read those values; must not bring such exceptions across themselves, so that the
     *     nesting ends
     */
    public ThrowableCodec withValues(SpareCodecs valueCodecs) {
        return new ThrowableCodec(allowed, loader, valueCodecs);
    }

    /** Writes an exception. Something is written even if the exception's own methods fail. */
    public void write(FrameOutput out, Throwable throwable) {
        List<ThrownParts> all = ThrownParts.of(throwable, codecs);
        out.writeVarInt(all.size(), true);
        for (ThrownParts parts : all) {
            parts.write(out);
        }
    }

    /** Reads an exception, with the stack that it had on the other side. */
    public Throwable read(FrameInput in) {
        return readAll(in).thrown;
    }

    /**
     * Reads an exception that this thread is about to throw. The frames of this thread come below the remote ones.
     *
     * @param seam names the boundary in a line of the stack trace, such as "process 17 called by process 4"
     */
    public Throwable read(FrameInput in, String seam) {
        Received received = readAll(in);
        StackTraceElement[] local = LocalFrames.current();
        received.thrown.setStackTrace(
                received.asItself ? LocalFrames.below(received.thrown.getStackTrace(), seam, local) : local);
        return received.thrown;
    }

    /** The name under which {@link #loadClass} on the other side finds {@code type}. */
    String checkedName(Class<?> type) {
        if (type.isHidden()) {
            throw new ClassNotAllowed(type.getName(), "it is a hidden class, which the other side cannot find by name");
        }
        if (!type.isPrimitive() && !allowed.names(type.getName())) {
            throw ClassNotAllowed.because(type);
        }
        return type.getName();
    }

    /** Finds a class that the peer sent as a value by name, without initialising it. */
    Class<?> loadClass(String name) {
        return allowed.named(name, loader.get());
    }

    /** Reads what {@link JavaForm} wrote, under the same rules as the objects that are part of an exception. */
    Object readObject(JavaFormStreams streams, byte[] object) throws IOException, ClassNotFoundException {
        return streams.read(object, allowed, loader.get());
    }

    private record Received(Throwable thrown, boolean asItself) {}

    private Received readAll(FrameInput in) {
        int count = in.readLength();
        if (count == 0 || count > MAX_THROWABLES) {
            throw new MalformedMessage("A number of exceptions of " + count);
        }
        List<Throwable> read = new ArrayList<>();
        boolean asItself = false;
        for (int i = 0; i < count; i++) {
            if (!in.claimThrowable()) {
                throw new MalformedMessage("More exceptions than there can be in a message of its size");
            }
            ThrownParts parts = ThrownParts.read(in, i);
            Throwable throwable = null;
            String reason = parts.reason();
            if (reason == null) {
                boolean plain = parts.object().length == 0;
                if (parts.object().length > ExceptionStreams.MAX_EXCEPTION_BYTES) {
                    reason = "it is larger than " + ExceptionStreams.MAX_EXCEPTION_BYTES + " bytes";
                } else if (!in.claimMaking(plain ? PlainExceptions.OWN_BYTES : FilteredObjectInput.OWN_BYTES)) {
                    reason = "its message has more exceptions than may be made from a message of that size";
                } else {
                    try {
                        throwable = plain
                                ? PlainExceptions.make(parts, allowed, loader.get(), read)
                                : ExceptionStreams.read(
                                        parts.object(), allowed, loader.get(), read, bytes -> codecs(in, bytes));
                        throwable.setStackTrace(parts.stack());
                    } catch (ClassNotFoundException e) {
                        reason = "this side does not have the class " + e.getMessage() + " on its class path";
                    } catch (InvalidClassException e) {
                        reason = e.getMessage();
                    } catch (Exception | LinkageError | StackOverflowError e) {
                        throwable = null;
                        reason = e.toString();
                    }
                }
            }
            asItself = throwable != null;
            read.add(asItself ? throwable : parts.standIn(reason, read));
        }
        return new Received(read.get(count - 1), asItself);
    }

    private SpareCodecs codecs(FrameInput in, int lengthBytes) {
        if (codecs == null) {
            throw new MalformedMessage("An exception within a value of another exception has values, too");
        }
        if (!in.claimMessage(lengthBytes)) {
            throw new MalformedMessage("An exception has more values than a message of that size may have");
        }
        return codecs;
    }
}
