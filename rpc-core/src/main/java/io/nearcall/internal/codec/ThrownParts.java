// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import io.nearcall.RemoteFailure;
import io.nearcall.ipc.host.Host;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One exception in the form in which it travels; see {@link ThrowableCodec}.
 *
 * @param message may be null
 * @param description the result of its {@code toString}
 * @param cause index of the cause; -1 if there is none
 * @param suppressed indexes of the suppressed exceptions
 * @param object what ObjectOutputStream wrote; empty if there is a reason, or if a peer wrote the exception without it
 * @param reason why there is only text; else null
 */
record ThrownParts(
        String className,
        String message,
        String description,
        StackTraceElement[] stack,
        int cause,
        int[] suppressed,
        byte[] object,
        String reason) {

    private static final int CUT = -1;

    /**
     * Takes an exception apart, with all exceptions that it refers to, in the order in which they must be put together.
     *
     * @param codecs write values that are not Serializable; null if there can be none
     */
    static List<ThrownParts> of(Throwable root, SpareCodecs codecs) {
        Taking taking = new Taking(codecs);
        taking.take(root);
        return taking.parts;
    }

    void write(FrameOutput out) {
        out.writeString(className);
        out.writeString(message);
        out.writeString(description);
        out.writeVarInt(stack.length, true);
        for (StackTraceElement frame : stack) {
            out.writeString(frame.getClassLoaderName());
            out.writeString(frame.getModuleName());
            out.writeString(frame.getModuleVersion());
            out.writeString(frame.getClassName());
            out.writeString(frame.getMethodName());
            out.writeString(frame.getFileName());
            out.writeVarInt(frame.getLineNumber(), false);
        }
        out.writeVarInt(cause + 1, true);
        out.writeVarInt(suppressed.length, true);
        for (int index : suppressed) {
            out.writeVarInt(index, true);
        }
        out.writeVarInt(object.length, true);
        out.writeBytes(object);
        if (object.length == 0) {
            out.writeString(reason);
        }
    }

    /**
     * Returns the exception in place of one that cannot arrive as itself.
     *
     * @param reason why it cannot
     * @param read the exceptions that were read before
     */
    Throwable standIn(String reason, List<Throwable> read) {
        Throwable made = new RemoteFailure(className, message, stackText(), reason, cause < 0 ? null : read.get(cause));
        for (int index : suppressed) {
            made.addSuppressed(read.get(index));
        }
        return made;
    }

    /** As {@code printStackTrace} prints it, without the cause and the suppressed exceptions. */
    private String stackText() {
        StringBuilder text = new StringBuilder(description);
        for (StackTraceElement frame : stack) {
            text.append("\n\tat ").append(frame);
        }
        return text.append('\n').toString();
    }

    /** @param known how many exceptions were read before; all indexes are lower */
    static ThrownParts read(FrameInput in, int known) {
        String className = text(in);
        String message = in.readString();
        String description = text(in);
        StackTraceElement[] stack = new StackTraceElement[atMost(ThrowableCodec.MAX_FRAMES, in.readLength(), in)];
        for (int i = 0; i < stack.length; i++) {
            stack[i] = new StackTraceElement(
                    in.readString(),
                    in.readString(),
                    in.readString(),
                    text(in),
                    text(in),
                    in.readString(),
                    in.readVarInt(false));
        }
        int cause = atMost(known, in.readLength(), in) - 1;
        int[] suppressed = new int[atMost(ThrowableCodec.MAX_THROWABLES, in.readLength(), in)];
        for (int i = 0; i < suppressed.length; i++) {
            suppressed[i] = atMost(known - 1, in.readLength(), in);
        }
        byte[] object = in.readBytes(in.readLength());
        String reason = object.length == 0 ? in.readString() : null;
        return new ThrownParts(className, message, description, stack, cause, suppressed, object, reason);
    }

    private static String text(FrameInput in) {
        String text = in.readString();
        if (text == null) {
            throw new MalformedMessage("An exception without a text that it must have");
        }
        return text;
    }

    private static int atMost(int limit, int value, FrameInput in) {
        if (value > limit || !in.claim((long) value * Long.BYTES)) {
            throw new MalformedMessage("In an exception, a number of " + value + " where the limit is " + limit);
        }
        return value;
    }

    /** Walks over the exceptions that refer to each other. */
    private static final class Taking {

        private final List<ThrownParts> parts = new ArrayList<>();
        private final Map<Throwable, Integer> indexes = new IdentityHashMap<>();
        private final Set<Throwable> begun = Collections.newSetFromMap(new IdentityHashMap<>());
        private final SpareCodecs codecs;

        Taking(SpareCodecs codecs) {
            this.codecs = codecs;
        }

        /** @return the index, or {@link #CUT} for an exception that refers to itself or exceeds the limit */
        int take(Throwable throwable) {
            Integer known = indexes.get(throwable);
            if (known != null) {
                return known;
            }
            if (begun.size() >= ThrowableCodec.MAX_THROWABLES || !begun.add(throwable)) {
                return CUT;
            }
            Throwable causedBy = orElse(throwable::getCause, null);
            int cause = causedBy == null ? CUT : take(causedBy);
            int[] suppressed = Arrays.stream(orElse(throwable::getSuppressed, new Throwable[0]))
                    .mapToInt(this::take)
                    .filter(index -> index != CUT)
                    .toArray();
            if (throwable instanceof RemoteFailure failure) {
                return add(throwable, textOf(failure, cause, suppressed)); // the text of what it stands for
            }
            byte[] object = new byte[0];
            String reason = null;
            try {
                object = ExceptionStreams.write(throwable, this::take, codecs);
            } catch (Exception | LinkageError | StackOverflowError e) {
                reason = "on the other side it could not be serialised: "
                        + orElse(e::toString, e.getClass().getName());
            }
            String className = throwable.getClass().getName();
            return add(
                    throwable,
                    new ThrownParts(
                            className,
                            orElse(throwable::getMessage, null),
                            orElse(() -> String.valueOf(throwable), className),
                            orElse(() -> stack(throwable), new StackTraceElement[0]),
                            cause,
                            suppressed,
                            object,
                            reason));
        }

        private static ThrownParts textOf(RemoteFailure failure, int cause, int[] suppressed) {
            String message = failure.remoteMessage();
            String description = failure.remoteStackText().isEmpty()
                    ? failure.remoteClassName() + (message == null ? "" : ": " + message)
                    : failure.remoteStackText().stripTrailing() + "\n\tpassed on by process "
                            + Host.current().pid() + ":";
            return new ThrownParts(
                    failure.remoteClassName(),
                    message,
                    description,
                    stack(failure),
                    cause,
                    suppressed,
                    new byte[0],
                    "the other side had it as text only");
        }

        private int add(Throwable throwable, ThrownParts taken) {
            parts.add(taken);
            indexes.put(throwable, parts.size() - 1);
            return parts.size() - 1;
        }

        private static StackTraceElement[] stack(Throwable throwable) {
            StackTraceElement[] stack = throwable.getStackTrace();
            return stack.length <= ThrowableCodec.MAX_FRAMES ? stack : Arrays.copyOf(stack, ThrowableCodec.MAX_FRAMES);
        }

        /** What a method of the exception returns, or {@code other} if it fails: applications may override it. */
        private static <T> T orElse(Supplier<T> method, T other) {
            try {
                return method.get();
            } catch (Exception | LinkageError | StackOverflowError e) {
                return other;
            }
        }
    }
}
