// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.io.InvalidClassException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Objects;

/** Makes exceptions that a peer in another language wrote without Java's serialisation. Calls their constructors. */
final class PlainExceptions {

    /*
     * The class is loaded only if it is allowed, and initialised only if it is an exception. One public constructor is
     * called. Its parameter types and the cause decide which one, so that a peer decides only the arguments. If the
     * exception then has another message or cause than the peer wrote, it would mislead its reader and is not returned.
     */

    /** About what it allocates to find and call a constructor, with the stack that the exception begins with. */
    static final int OWN_BYTES = 2 << 10;

    private PlainExceptions() {}

    /**
     * Makes an exception without its stack.
     *
     * @param known the exceptions by index
     * @throws InvalidClassException if the exception is not allowed or cannot be made; the message says why
     */
    static Throwable make(ThrownParts parts, AllowedClasses allowed, ClassLoader loader, List<Throwable> known)
            throws ClassNotFoundException, InvalidClassException {
        Class<?> type = typeOf(parts.className(), allowed, loader);
        Throwable cause = parts.cause() < 0 ? null : known.get(parts.cause());
        Throwable made = construct(type, parts.message(), cause);
        if (cause != null && made.getCause() == null) {
            made.initCause(cause);
        }
        if (!Objects.equals(made.getMessage(), parts.message())) {
            throw new InvalidClassException(
                    "its constructor makes an exception with another message, \"" + made.getMessage() + '"');
        }
        if (made.getCause() != cause) {
            throw new InvalidClassException("its constructor makes an exception with another cause");
        }
        for (int index : parts.suppressed()) {
            made.addSuppressed(known.get(index));
        }
        return made;
    }

    private static Class<?> typeOf(String name, AllowedClasses allowed, ClassLoader loader)
            throws ClassNotFoundException, InvalidClassException {
        boolean listed = allowed.allows(name);
        if (!listed && !FilteredObjectInput.isOfJdkThrowables(name)) {
            throw FilteredObjectInput.notAllowed(name);
        }
        Class<?> type = allowed.find(name, loader);
        if (!Throwable.class.isAssignableFrom(type) || !listed && !TravelRules.ofTheJdk(type)) {
            throw new InvalidClassException("the class " + name + " is not an exception class that may travel");
        }
        if (Modifier.isAbstract(type.getModifiers())) {
            throw new InvalidClassException("the class " + name + " is abstract");
        }
        return type;
    }

    private static Throwable construct(Class<?> type, String message, Throwable cause) throws InvalidClassException {
        Constructor<?> withCause = null;
        Constructor<?> withMessage = null;
        Constructor<?> plain = null;
        for (Constructor<?> constructor : type.getConstructors()) {
            Class<?>[] types = constructor.getParameterTypes();
            if (types.length == 0) {
                plain = constructor;
            } else if (types[0] == String.class && types.length == 1) {
                withMessage = constructor;
            } else if (types[0] == String.class && types.length == 2 && takesCause(types[1], cause)) {
                withCause = constructor;
            }
        }
        if (withCause != null && (cause != null || withMessage == null)) {
            return call(withCause, message, cause);
        } else if (withMessage != null) {
            return call(withMessage, message);
        } else if (plain != null) {
            return call(plain);
        }
        throw new InvalidClassException("it has no public constructor for a message, or for a message and a cause");
    }

    private static boolean takesCause(Class<?> type, Throwable cause) {
        return Throwable.class.isAssignableFrom(type) && (cause == null || type.isInstance(cause));
    }

    private static Throwable call(Constructor<?> constructor, Object... arguments) throws InvalidClassException {
        constructor.trySetAccessible(); // for a class that is not public; else the next line says what is missing
        try {
            return (Throwable) constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw new InvalidClassException("its constructor threw " + e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new InvalidClassException("its constructor cannot be called: " + e.getMessage());
        }
    }
}
