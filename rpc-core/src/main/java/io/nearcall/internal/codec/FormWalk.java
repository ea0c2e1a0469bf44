// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.ObjectStreamConstants;
import java.io.StreamCorruptedException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Walks over Java's serialised form before ObjectInputStream does. Checks that everything its lengths announce is
 * there, and how deep the form is. Follows the pieces of one stream. Confined to one thread.
 */
final class FormWalk {

    /*
     * ObjectInputStream makes room for 65535 characters or 32767 fields when two bytes say so. Each of its levels that
     * an exception passes costs another exception with the whole stack. So it gets no form that is incomplete or too
     * deep. The grammar is in the Java Object Serialization Specification, chapter 6. Following it needs no class.
     *
     * A stream may leave out a superclass, whose readObject is not called then. Superclasses in the JDK rely on that
     * call. A lock whose description lacks one arrives locked, and whoever reads the queue that it is in waits for
     * ever. So the superclass that each description names is kept, and FilteredObjectInput compares it.
     *
     * A hash table asks its keys for their hash codes as it is read. They ask what they contain, shared objects each
     * time. So the contents of each object are counted in that way, whatever its class makes of them. The keys of all
     * tables together may not contain much more than was sent. Whoever refers to an incomplete object finds in it what
     * its superclasses have read.
     */

    static final int MAX_DEPTH = 32;

    /** The classes in the JDK's hash tables that read keys. */
    private static final Set<String> SETS = Set.of("java.util.HashSet");

    /** As above, for classes that read a value after each key. */
    private static final Set<String> MAPS =
            Set.of("java.util.HashMap", "java.util.Hashtable", "java.util.concurrent.ConcurrentHashMap");

    /** As above, for the JDK's unmodifiable collections: a number in the object says which one it is. */
    private static final String UNMODIFIABLE = "java.util.CollSer";

    private static final int UNMODIFIABLE_SET = 2;
    private static final int UNMODIFIABLE_MAP = 3;

    private static final long ENDLESS = 1L << 40;
    private static final int FIRST_HANDLES = 16;

    private static final int HEADER_BYTES = 4;
    private static final int FIELD_MIN_BYTES = 3;

    /**
     * What the description of a class says about its objects.
     *
     * @param parent null if there is none that is serialisable
     */
    private record Shape(String name, Shape parent, int flags, long primitiveBytes, int objects) {
        boolean is(int flag) {
            return (flags & flag) != 0;
        }

        /** The letter of an array's element type in its name; 0 for any other class. */
        char element() {
            return name.length() > 1 && name.charAt(0) == '[' ? name.charAt(1) : 0;
        }
    }

    /** The descriptions of classes by handle; null for a handle of anything else. */
    private final List<Shape> handles = new ArrayList<>();

    /** How many objects the object of each handle contains, itself included. */
    private long[] weights = new long[FIRST_HANDLES];

    /** How many objects the keys of all hash tables contain. */
    private long hashed;

    private long lengthBytes;

    /** For each described class, the name of the class that it extends; empty for none. */
    private final Map<String, String> parents = new HashMap<>();

    /** For each described class, the index of its serialVersionUID in the piece. */
    private final Map<String, Integer> versions = new HashMap<>();

    private byte[] bytes;
    private int index;
    private boolean begun;

    /**
     * Follows one object.
     *
     * @param piece begins with the next object of the stream
     * @return the index behind the object
     */
    int walk(byte[] piece) throws StreamCorruptedException {
        bytes = piece;
        lengthBytes += piece.length;
        index = 0;
        versions.clear();
        if (!begun) {
            skip(HEADER_BYTES);
            begun = true;
        }
        content(1);
        bytes = null;
        return index;
    }

    /** The superclass that the descriptions so far name for a class; null if they name no serialisable one. */
    String parentOf(String className) {
        String parent = parents.get(className);
        return parent == null || parent.isEmpty() ? null : parent;
    }

    /** For each class that the last piece describes, by name, the index of the 8 bytes of its serialVersionUID. */
    Map<String, Integer> versions() {
        return versions;
    }

    /** Walks over an object and returns how many objects it contains, itself included. */
    private long content(int depth) throws StreamCorruptedException {
        check(depth);
        int kind = number(1);
        return switch (kind) {
            case ObjectStreamConstants.TC_NULL -> 1;
            case ObjectStreamConstants.TC_REFERENCE -> {
                int handle = number(Integer.BYTES) - ObjectStreamConstants.baseWireHandle;
                yield handle < 0 || handle >= handles.size() ? 1 : weights[handle];
            }
            case ObjectStreamConstants.TC_STRING -> {
                addHandle();
                skip(number(Short.BYTES));
                yield 1;
            }
            case ObjectStreamConstants.TC_LONGSTRING -> {
                addHandle();
                skip((long) number(Integer.BYTES) << Integer.SIZE | number(Integer.BYTES) & 0xFFFF_FFFFL);
                yield 1;
            }
            case ObjectStreamConstants.TC_CLASSDESC -> {
                index--;
                description(depth);
                yield 1;
            }
            case ObjectStreamConstants.TC_CLASS -> {
                description(depth);
                addHandle();
                yield 1;
            }
            case ObjectStreamConstants.TC_ENUM -> {
                description(depth);
                addHandle();
                yield content(depth + 1);
            }
            case ObjectStreamConstants.TC_ARRAY -> array(depth);
            case ObjectStreamConstants.TC_OBJECT -> object(depth);
            default -> throw new StreamCorruptedException("no object begins with " + kind);
        };
    }

    private int addHandle() {
        int handle = handles.size();
        handles.add(null);
        if (handle == weights.length) {
            weights = Arrays.copyOf(weights, 2 * handle);
        }
        weights[handle] = 1;
        return handle;
    }

    private static void check(int depth) throws StreamCorruptedException {
        if (depth > MAX_DEPTH) {
            throw new StreamCorruptedException("objects contain each other deeper than " + MAX_DEPTH);
        }
    }

    private long object(int depth) throws StreamCorruptedException {
        Shape shape = described(depth);
        int handle = addHandle();
        if (!shape.is(ObjectStreamConstants.SC_EXTERNALIZABLE)) {
            fields(shape, depth, handle);
        } else if (shape.is(ObjectStreamConstants.SC_BLOCK_DATA)) {
            weigh(handle, annotation(depth, 0));
        } else {
            throw new StreamCorruptedException("an Externalizable object of unknown length");
        }
        return weights[handle];
    }

    private void weigh(int handle, long more) {
        weights[handle] = Math.min(ENDLESS, weights[handle] + more);
    }

    private void fields(Shape shape, int depth, int handle) throws StreamCorruptedException {
        if (shape == null) {
            return;
        }
        fields(shape.parent, depth, handle);
        if (shape.is(ObjectStreamConstants.SC_SERIALIZABLE)) {
            int start = index;
            skip(shape.primitiveBytes);
            int keys = keys(shape, start);
            long weight = 0;
            for (int i = 0; i < shape.objects; i++) {
                weight = Math.min(ENDLESS, weight + content(depth + 1));
            }
            if (shape.is(ObjectStreamConstants.SC_WRITE_METHOD)) {
                weight += annotation(depth, keys);
            }
            weigh(handle, weight);
        }
    }

    /** Which objects after the fields are keys of a hash table: 1 for all of them, 2 for every second, 0 for none. */
    private int keys(Shape shape, int start) {
        int kind = shape.name.equals(UNMODIFIABLE) && index > start ? bytes[index - 1] : 0;
        if (SETS.contains(shape.name) || kind == UNMODIFIABLE_SET) {
            return 1;
        }
        return MAPS.contains(shape.name) || kind == UNMODIFIABLE_MAP ? 2 : 0;
    }

    private void hash(long weight) throws StreamCorruptedException {
        hashed = Math.min(ENDLESS, hashed + weight);
        if (hashed > ReferenceTable.mostHashed(lengthBytes)) {
            throw new StreamCorruptedException(
                    "the keys of hash tables contain the same objects so often that computing"
                            + " their hash codes would take too long");
        }
    }

    private long array(int depth) throws StreamCorruptedException {
        Shape shape = described(depth);
        int handle = addHandle();
        int length = number(Integer.BYTES);
        int elementBytes = bytesOf(shape.element());
        if (length < 0 || (elementBytes > 0 ? (long) elementBytes * length : length) > bytes.length - index) {
            throw cut();
        }
        skip((long) elementBytes * length);
        for (int i = 0; elementBytes == 0 && i < length; i++) {
            weigh(handle, content(depth + 1));
        }
        return weights[handle];
    }

    /** @param keys as {@link #keys} says */
    private long annotation(int depth, int keys) throws StreamCorruptedException {
        long sum = 0;
        int count = 0;
        while (true) {
            int kind = number(1);
            switch (kind) {
                case ObjectStreamConstants.TC_ENDBLOCKDATA -> {
                    return sum;
                }
                case ObjectStreamConstants.TC_BLOCKDATA -> skip(number(1));
                case ObjectStreamConstants.TC_BLOCKDATALONG -> skip(number(Integer.BYTES));
                default -> {
                    index--;
                    long weight = content(depth + 1);
                    sum = Math.min(ENDLESS, sum + weight);
                    if (keys > 0 && count % keys == 0) {
                        hash(weight);
                    }
                    count++;
                }
            }
        }
    }

    private Shape described(int depth) throws StreamCorruptedException {
        Shape shape = description(depth);
        if (shape == null) {
            throw new StreamCorruptedException("an object without a class");
        }
        return shape;
    }

    /** @return null for none */
    private Shape description(int depth) throws StreamCorruptedException {
        check(depth);
        int kind = number(1);
        switch (kind) {
            case ObjectStreamConstants.TC_NULL -> {
                return null;
            }
            case ObjectStreamConstants.TC_REFERENCE -> {
                int handle = number(Integer.BYTES) - ObjectStreamConstants.baseWireHandle;
                if (handle < 0 || handle >= handles.size() || handles.get(handle) == null) {
                    throw new StreamCorruptedException("handle " + handle + " is no class");
                }
                return handles.get(handle);
            }
            case ObjectStreamConstants.TC_CLASSDESC -> {
                return newDescription(depth);
            }
            case ObjectStreamConstants.TC_PROXYCLASSDESC ->
                throw new StreamCorruptedException("dynamic proxies are not allowed");
            default -> throw new StreamCorruptedException("no class begins with " + kind);
        }
    }

    private Shape newDescription(int depth) throws StreamCorruptedException {
        String name = text();
        versions.put(name, index);
        skip(Long.BYTES);
        int handle = addHandle(); // stands for no class until the description is complete
        int flags = number(1);
        int count = number(Short.BYTES);
        if (count * FIELD_MIN_BYTES > bytes.length - index) {
            throw cut();
        }
        if (count > 0 && (flags & ObjectStreamConstants.SC_SERIALIZABLE) == 0) {
            throw new StreamCorruptedException("fields of " + name + ", which has none");
        }
        long primitiveBytes = 0;
        int objects = 0;
        for (int i = 0; i < count; i++) {
            int fieldBytes = bytesOf((char) number(1));
            skip(number(Short.BYTES));
            if (fieldBytes == 0) {
                objects++;
                content(depth + 1);
            }
            primitiveBytes += fieldBytes;
        }
        annotation(depth, 0);
        Shape parent = description(depth + 1);
        Shape shape = new Shape(name, parent, flags, primitiveBytes, objects);
        handles.set(handle, shape);
        String parentName = parent == null ? "" : parent.name;
        String before = parents.putIfAbsent(name, parentName);
        if (before != null && !before.equals(parentName)) {
            throw new StreamCorruptedException(name + " is described in two ways");
        }
        return shape;
    }

    /** Reads a text as ObjectInputStream does, which accepts several encodings of one character. */
    private String text() throws StreamCorruptedException {
        int start = index;
        skip(number(Short.BYTES));
        for (int i = start + Short.BYTES; i < index; i++) {
            if (bytes[i] < 0) {
                return decoded(start);
            }
        }
        return new String(bytes, start + Short.BYTES, index - start - Short.BYTES, StandardCharsets.US_ASCII);
    }

    private String decoded(int start) throws StreamCorruptedException {
        try {
            return new DataInputStream(new ByteArrayInputStream(bytes, start, index - start)).readUTF();
        } catch (IOException e) {
            throw new StreamCorruptedException("a name that is malformed");
        }
    }

    /** The size of a primitive type; 0 for anything else. */
    private static int bytesOf(char type) {
        return switch (type) {
            case 'Z', 'B' -> Byte.BYTES;
            case 'C', 'S' -> Short.BYTES;
            case 'I', 'F' -> Integer.BYTES;
            case 'J', 'D' -> Long.BYTES;
            default -> 0;
        };
    }

    private int number(int lengthBytes) throws StreamCorruptedException {
        int start = index;
        skip(lengthBytes);
        int value = 0;
        for (int i = start; i < index; i++) {
            value = value << Byte.SIZE | bytes[i] & 0xFF;
        }
        return value;
    }

    private void skip(long lengthBytes) throws StreamCorruptedException {
        if (lengthBytes < 0 || lengthBytes > bytes.length - index) {
            throw cut();
        }
        index += (int) lengthBytes;
    }

    private StreamCorruptedException cut() {
        return new StreamCorruptedException("a length at byte " + index + " is beyond the end");
    }
}
