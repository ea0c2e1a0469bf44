// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.ToIntFunction;

/** Java's serialisation of single exceptions, with the others that they refer to taken out. */
final class ExceptionStreams {

    private static final int MAX_EXCEPTION_BYTES = 1 << 20;

    private ExceptionStreams() {}

    /** In place of another exception. @param index -1 if it was cut off, to end a circle or for being one too many */
    record Nested(int index, String className) implements Serializable {}

    /** @param indexOf takes another exception apart and gives its index */
    static byte[] write(Throwable throwable, ToIntFunction<Throwable> indexOf) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024) {
            @Override
            public synchronized void write(byte[] from, int offset, int length) {
                if (count + length > MAX_EXCEPTION_BYTES) {
                    throw new IllegalStateException("it is larger than " + MAX_EXCEPTION_BYTES + " bytes");
                }
                super.write(from, offset, length);
            }
        };
        try (Writer writer = new Writer(bytes, throwable, indexOf)) {
            writer.writeObject(throwable);
        }
        return bytes.toByteArray();
    }

    /** @param known the exceptions by index */
    static Throwable read(byte[] object, AllowedClasses allowed, ClassLoader loader, List<Throwable> known)
            throws IOException, ClassNotFoundException {
        FormWalk walk = new FormWalk();
        walk.walk(object);
        takeForOurs(object, walk, allowed, loader);
        ByteArrayInputStream bytes = new ByteArrayInputStream(object);
        try (FilteredObjectInput reader = new FilteredObjectInput(bytes, walk, allowed, loader, known)) {
            reader.arrived(object.length);
            return (Throwable) reader.next();
        }
    }

    /**
     * An exception class that declares no serialVersionUID has one that changes with each of its methods. Its fields are
     * read by name all the same.
     */
    private static void takeForOurs(byte[] object, FormWalk walk, AllowedClasses allowed, ClassLoader loader) {
        walk.versions().forEach((name, index) -> {
            Class<?> type = allowed.allows(name) ? ofApplication(name, loader) : null;
            ObjectStreamClass ours = type == null || declaresVersion(type) ? null : ObjectStreamClass.lookup(type);
            if (ours != null) {
                ByteBuffer.wrap(object).putLong(index, ours.getSerialVersionUID());
            }
        });
    }

    private static Class<?> ofApplication(String name, ClassLoader loader) {
        try {
            Class<?> type = Class.forName(name, false, loader);
            return Throwable.class.isAssignableFrom(type) && !TravelRules.ofTheJdk(type) ? type : null;
        } catch (ClassNotFoundException | LinkageError e) {
            return null; // who reads it will say so
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

        Writer(ByteArrayOutputStream bytes, Throwable throwable, ToIntFunction<Throwable> indexOf) throws IOException {
            super(bytes);
            this.throwable = throwable;
            this.indexOf = indexOf;
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object object) {
            if (object instanceof Throwable other && other != throwable) {
                return new Nested(indexOf.applyAsInt(other), other.getClass().getName());
            }
            // The stack travels beside the object.
            return object instanceof StackTraceElement[] ? new StackTraceElement[0] : object;
        }
    }
}
