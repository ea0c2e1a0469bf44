// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;

/** Writes and reads single exceptions in Java's serialised form. Other exceptions that they refer to are taken out. */
final class ExceptionStreams {

    static final int MAX_EXCEPTION_BYTES = 1 << 20;

    private ExceptionStreams() {}

    /** Stands for another exception. @param index -1 if that was cut off, to end a circle or as one too many */
    record Nested(int index, String className) implements Serializable {}

    /** Stands for an object that is not Serializable but travels as a value. @param index in {@link ExceptionValues} */
    record Value(int index) implements Serializable {}

    /**
     * Writes the Java form, and behind it the values that are not Serializable.
     *
     * @param indexOf takes another exception apart and gives its index
     * @param codecs write those values; null if there can be none
     */
    static byte[] write(Throwable throwable, ToIntFunction<Throwable> indexOf, SpareCodecs codecs) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024) {
            @Override
            public synchronized void write(byte[] from, int offset, int length) {
                if (count + length > MAX_EXCEPTION_BYTES) {
                    throw new IllegalStateException("it is larger than " + MAX_EXCEPTION_BYTES + " bytes");
                }
                super.write(from, offset, length);
            }
        };
        List<Object> values = new ArrayList<>();
        try (Writer writer = new Writer(bytes, throwable, indexOf, codecs == null ? null : values)) {
            writer.writeObject(throwable);
        }
        if (!values.isEmpty()) {
            byte[] written = ExceptionValues.write(values, codecs);
            bytes.write(written, 0, written.length);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @param known the exceptions by index
     * @param codecs gives the codecs that read values of a number of bytes
     */
    static Throwable read(
            byte[] object,
            AllowedClasses allowed,
            ClassLoader loader,
            List<Throwable> known,
            IntFunction<SpareCodecs> codecs)
            throws IOException, ClassNotFoundException {
        FormWalk walk = new FormWalk();
        int end = walk.walk(object);
        SharingWeights weights = new SharingWeights();
        List<Object> values = end == object.length
                ? List.of()
                : ExceptionValues.read(object, end, codecs.apply(object.length - end), weights);
        takeForOurs(object, walk, allowed, loader);
        ByteArrayInputStream bytes = new ByteArrayInputStream(object);
        try (FilteredObjectInput reader =
                new FilteredObjectInput(bytes, walk, allowed, loader, known, values, weights)) {
            reader.arrived(object.length);
            return (Throwable) reader.next();
        }
    }

    /**
     * Replaces the serialVersionUID by ours where an exception class declares none. The one that Java computes changes
     * with each method of the class. The fields are read by name all the same.
     */
    private static void takeForOurs(byte[] object, FormWalk walk, AllowedClasses allowed, ClassLoader loader) {
        walk.versions().forEach((name, index) -> {
            Class<?> type = allowed.allows(name) ? ofApplication(name, allowed, loader) : null;
            ObjectStreamClass ours = type == null || declaresVersion(type) ? null : ObjectStreamClass.lookup(type);
            if (ours != null) {
                ByteBuffer.wrap(object).putLong(index, ours.getSerialVersionUID());
            }
        });
    }

    private static Class<?> ofApplication(String name, AllowedClasses allowed, ClassLoader loader) {
        try {
            Class<?> type = allowed.find(name, loader);
            return Throwable.class.isAssignableFrom(type) && !TravelRules.ofTheJdk(type) ? type : null;
        } catch (ClassNotFoundException | LinkageError e) {
            return null; // reading the object reports it
        }
    }

    private static boolean declaresVersion(Class<?> type) {
        try {
            type.getDeclaredField("serialVersionUID");
            return true;
        } catch (NoSuchFieldException e) {
            return false;
        }
    }

    private static final class Writer extends ObjectOutputStream {

        private final Throwable throwable;
        private final ToIntFunction<Throwable> indexOf;
        private final List<Object> values;
        private final Map<Object, Value> standIns = new IdentityHashMap<>();

        Writer(ByteArrayOutputStream bytes, Throwable throwable, ToIntFunction<Throwable> indexOf, List<Object> values)
                throws IOException {
            super(bytes);
            this.throwable = throwable;
            this.indexOf = indexOf;
            this.values = values;
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object object) {
            if (object instanceof Throwable other && other != throwable) {
                return new Nested(indexOf.applyAsInt(other), other.getClass().getName());
            }
            if (values != null && !(object instanceof Serializable) && isValue(object.getClass())) {
                return standIns.computeIfAbsent(object, this::standIn);
            }
            // The stack travels beside the object.
            return object instanceof StackTraceElement[] ? new StackTraceElement[0] : object;
        }

        private static boolean isValue(Class<?> type) {
            return TravelRules.fault(type) == null && !RemoteTypes.isByReference(type);
        }

        private Value standIn(Object object) {
            values.add(object);
            return new Value(values.size() - 1);
        }
    }
}
