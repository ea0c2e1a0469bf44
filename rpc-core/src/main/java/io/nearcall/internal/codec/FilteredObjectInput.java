// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import io.nearcall.internal.codec.ExceptionStreams.Nested;
import io.nearcall.internal.codec.ExceptionStreams.Value;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.io.StreamCorruptedException;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Reads Java's serialised form. Loads only classes that may travel, and is bounded by the length of the form. */
final class FilteredObjectInput extends ObjectInputStream {

    /** About what an ObjectInputStream allocates before it has read anything. */
    static final int OWN_BYTES = 3 << 10;

    /** The parts of built-in classes and of the JDK's exceptions in this form. None of them does anything when read. */
    static final Set<String> PARTS = Set.of(
            Nested.class.getName(),
            Value.class.getName(),
            "java.lang.Number",
            "java.lang.Enum",
            "java.lang.Object",
            "java.lang.StackTraceElement",
            "java.util.Calendar",
            "java.util.CollSer",
            "java.util.EnumSet$SerializationProxy",
            "java.util.TreeMap$AscendingSubMap",
            "java.util.TreeMap$DescendingSubMap",
            "java.util.TreeMap$NavigableSubMap",
            "java.util.concurrent.ConcurrentHashMap$Segment",
            "java.util.concurrent.ConcurrentHashMap$CollectionView",
            "java.util.concurrent.ConcurrentSkipListMap$SubMap",
            "java.util.concurrent.atomic.DoubleAdder$SerializationProxy",
            "java.util.concurrent.atomic.LongAdder$SerializationProxy",
            "java.util.concurrent.locks.AbstractOwnableSynchronizer",
            "java.util.concurrent.locks.AbstractQueuedSynchronizer",
            "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject",
            "java.util.concurrent.locks.ReentrantLock",
            "java.util.concurrent.locks.ReentrantLock$NonfairSync",
            "java.util.concurrent.locks.ReentrantLock$Sync",
            "java.time.Ser",
            "java.time.chrono.Ser",
            "sun.util.calendar.ZoneInfo");

    /** When this class is read, it calls toString of any object in it. */
    private static final String GADGET = "javax.management.BadAttributeValueExpException";

    private final FormWalk walk;
    private final AllowedClasses allowed;
    private final ClassLoader loader;
    private final List<Throwable> known;
    private final List<Object> values;
    private final SharingWeights weights;
    private long lengthBytes;

    /**
     * @param walk has walked over what is about to be read
     * @param known the exceptions by index
     * @param values the values that are not Serializable, by index
     * @param weights knows the weights of those values
     */
    FilteredObjectInput(
            InputStream bytes,
            FormWalk walk,
            AllowedClasses allowed,
            ClassLoader loader,
            List<Throwable> known,
            List<Object> values,
            SharingWeights weights)
            throws IOException {
        super(bytes);
        this.walk = walk;
        this.allowed = allowed;
        this.loader = loader;
        this.known = known;
        this.values = values;
        this.weights = weights;
        enableResolveObject(true);
        setObjectInputFilter(this::check);
    }

    /** Says how many more bytes have arrived to be read. */
    void arrived(int bytes) {
        lengthBytes += bytes;
    }

    /** Reads the next object. */
    Object next() throws IOException, ClassNotFoundException {
        try {
            return readObject();
        } catch (InternalError e) { // the JDK's unmodifiable maps throw it if a length is odd
            throw new InvalidObjectException(String.valueOf(e.getMessage()));
        }
    }

    /** Makes no more room than there may be characters. Classes that read their own data call this. */
    @Override
    public String readUTF() throws IOException {
        int length = readUnsignedShort();
        if (length > lengthBytes) {
            throw new StreamCorruptedException("a text of " + length + " bytes among " + lengthBytes);
        }
        byte[] text = new byte[Short.BYTES + length];
        text[0] = (byte) (length >>> Byte.SIZE);
        text[1] = (byte) length;
        readFully(text, Short.BYTES, length);
        return new DataInputStream(new ByteArrayInputStream(text)).readUTF();
    }

    private ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info) {
        if (info.depth() > FormWalk.MAX_DEPTH || info.references() > lengthBytes || info.arrayLength() > lengthBytes) {
            return ObjectInputFilter.Status.REJECTED;
        }
        Class<?> type = info.serialClass();
        return type == null || isAllowed(type) ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
    }

    private boolean isAllowed(Class<?> type) {
        Class<?> element = TravelRules.elementType(type);
        return element.isPrimitive()
                // An object that replaces another one after reading comes here too.
                || BuiltInClasses.contains(element) && !Throwable.class.isAssignableFrom(element)
                || allowed.names(type.getName()) && !isOfJdkThrowables(element.getName())
                || isAllowedName(element.getName()) && (!isOfJdkThrowables(element.getName()) || isPart(element))
                || isKnown(type);
    }

    /**
     * The object that a Nested or a Value stands for comes here once it has taken its place. If the form itself names
     * its class, that is refused before.
     */
    private boolean isKnown(Class<?> type) {
        return isAmong(known, type) || isAmong(values, type);
    }

    private static boolean isAmong(List<?> objects, Class<?> type) {
        for (Object object : objects) {
            if (object != null && object.getClass() == type) {
                return true;
            }
        }
        return false;
    }

    /** A class that was allowed by name as an exception of the JDK must be one. */
    private boolean isPart(Class<?> type) {
        return isListed(type.getName()) || Throwable.class.isAssignableFrom(type) && TravelRules.ofTheJdk(type);
    }

    private boolean isListed(String name) {
        return PARTS.contains(name)
                || FurtherClasses.isOfJavaForm(name)
                || name.startsWith("java.util.Collections$")
                || allowed.allows(name);
    }

    private boolean isAllowedName(String name) {
        return isListed(name) || isOfJdkThrowables(name);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
        String name = description.getName();
        String element = AllowedClasses.elementName(name);
        if (!element.isEmpty() && !isAllowedName(element) && !allowed.names(name)) {
            throw notAllowed(name);
        }
        if (allowed.isPrimitive(name)) {
            return super.resolveClass(description);
        }
        if (name.equals(Nested.class.getName())) {
            return Nested.class;
        }
        if (name.equals(Value.class.getName())) {
            return Value.class;
        }
        Class<?> type = allowed.find(name, loader);
        checkParent(type);
        return type;
    }

    static InvalidClassException notAllowed(String name) {
        return new InvalidClassException("the class " + name
                + " is not allowed on this side, because the interface does not name it. Name it in the"
                + " method's `throws`, where `throws Exception` names none of its subclasses, or allow it with "
                + ClassNotAllowed.advice(name));
    }

    /** Versions of an application's class may extend different classes. Those JDK classes that travel do not. */
    private void checkParent(Class<?> type) throws InvalidClassException {
        if (TravelRules.ofTheJdk(type)) {
            Class<?> parent = type.getSuperclass();
            String expected = parent != null && Serializable.class.isAssignableFrom(parent) ? parent.getName() : null;
            String said = walk.parentOf(type.getName());
            if (!Objects.equals(said, expected)) {
                throw new InvalidClassException(
                        type.getName(), "it extends " + expected + " here and " + said + " there");
            }
        }
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces) throws IOException {
        throw new InvalidClassException("dynamic proxies are not allowed");
    }

    @Override
    protected Object resolveObject(Object object) throws IOException {
        if (object instanceof Value value) {
            return values.get(value.index());
        }
        if (!(object instanceof Nested nested)) {
            weights.check(object, lengthBytes);
            return object;
        }
        return nested.index() < 0
                ? new IllegalStateException(
                        "[not sent, because it contains itself or there are too many: " + nested.className() + "]")
                : known.get(nested.index());
    }

    /** Whether it may be the name of an exception in the JDK's API. Internal exceptions of the JDK arrive as text. */
    static boolean isOfJdkThrowables(String name) {
        return (name.startsWith("java.") || name.startsWith("javax."))
                && !name.equals(GADGET)
                && (name.endsWith("Exception") || name.endsWith("Error") || name.equals("java.lang.Throwable"));
    }
}
