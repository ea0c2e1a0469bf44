// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import java.util.HashSet;
import java.util.Set;

/**
 * The fields of a shared object, in the order in which they are added. After an object has been opened with the layout,
 * no field can be added. All who open an object must add the same fields. Safe for use by any number of threads. A
 * layout is mostly a constant, as are its fields:
 *
 * <pre>{@code
 * static final Layout LAYOUT = new Layout();
 * static final IntField COUNT = LAYOUT.addInt("count");
 * static final ConditionField NOT_EMPTY = LAYOUT.addCondition("notEmpty");
 * }</pre>
 *
 * <p>All fields of a new object are zero, false or empty. Adding a field throws an IllegalStateException after an
 * object has been opened. It throws an IllegalArgumentException if the name is empty or taken, if a length is not
 * positive, or if all fields together take more than 1 GiB.
 */
public final class Layout {

    private static final int ALIGNMENT = 8;
    private static final int REGION_ALIGNMENT = 64;
    private static final int LENGTH_MAX = 1 << 30;

    private final Set<String> names = new HashSet<>();
    private final StringBuilder description = new StringBuilder();
    private long length;
    private boolean concluded;

    /** Creates a layout without fields. */
    public Layout() {}

    public BooleanField addBoolean(String name) {
        return new BooleanField(this, add("boolean", name, Integer.BYTES, Integer.BYTES));
    }

    public ByteField addByte(String name) {
        return new ByteField(this, add("byte", name, Byte.BYTES, Byte.BYTES));
    }

    public ShortField addShort(String name) {
        return new ShortField(this, add("short", name, Short.BYTES, Short.BYTES));
    }

    public IntField addInt(String name) {
        return new IntField(this, add("int", name, Integer.BYTES, Integer.BYTES));
    }

    public LongField addLong(String name) {
        return new LongField(this, add("long", name, Long.BYTES, Long.BYTES));
    }

    public DoubleField addDouble(String name) {
        return new DoubleField(this, add("double", name, Double.BYTES, Double.BYTES));
    }

    /** Adds a field of {@code length} {@code int} in a row. */
    public IntArrayField addInts(String name, int length) {
        return new IntArrayField(this, add("int[" + length + "]", name, bytes(length, Integer.BYTES), 8), length);
    }

    /** Adds a field of {@code length} {@code long} in a row. */
    public LongArrayField addLongs(String name, int length) {
        return new LongArrayField(this, add("long[" + length + "]", name, bytes(length, Long.BYTES), 8), length);
    }

    /** Adds a {@code byte[]} field of any length up to {@code capacity}. */
    public BytesField addBytes(String name, int capacity) {
        String type = "byte[<=" + capacity + "]";
        return new BytesField(this, add(type, name, Integer.BYTES + bytes(capacity, 1), Integer.BYTES), capacity);
    }

    /** Adds a String field of up to {@code capacity} bytes of UTF-8. */
    public StringField addString(String name, int capacity) {
        String type = "String[<=" + capacity + "]";
        return new StringField(this, add(type, name, Integer.BYTES + bytes(capacity, 1), Integer.BYTES), capacity);
    }

    /** Adds {@code length} bytes of raw memory. */
    public RegionField addRegion(String name, int length) {
        return new RegionField(this, add("region[" + length + "]", name, bytes(length, 1), REGION_ALIGNMENT), length);
    }

    /** Adds a condition of the object's monitor; see {@link SharedObject#condition}. */
    public ConditionField addCondition(String name) {
        return new ConditionField(this, add("condition", name, Integer.BYTES, Integer.BYTES));
    }

    private static long bytes(int count, int each) {
        if (count <= 0) {
            throw new IllegalArgumentException("length=" + count + " is not positive");
        }
        return (long) count * each;
    }

    /** Returns where in the object's memory the field lies. */
    private synchronized int add(String type, String name, long lengthBytes, int alignment) {
        if (concluded) {
            throw new IllegalStateException("an object has been opened with this layout, " + name + " is too late");
        }
        if (name.isEmpty() || !names.add(name)) {
            throw new IllegalArgumentException("name=\"" + name + "\" is empty or taken");
        }
        long offset = align(length, alignment);
        if (offset + lengthBytes > LENGTH_MAX) {
            throw new IllegalArgumentException(
                    "with " + type + " " + name + " the fields take more than " + LENGTH_MAX + " bytes");
        }
        length = offset + lengthBytes;
        description
                .append(names.size() == 1 ? "" : ", ")
                .append(type)
                .append(' ')
                .append(name);
        return ObjectDescriptor.FIELDS_OFFSET + (int) offset;
    }

    private static long align(long offset, int alignment) {
        return offset + alignment - 1 & -alignment;
    }

    synchronized void conclude() {
        concluded = true;
    }

    /** Returns the length of all fields in bytes. */
    synchronized int length() {
        return (int) align(length, ALIGNMENT);
    }

    /** Returns the fields in words, by which layouts are compared. */
    synchronized String description() {
        return description.toString();
    }

    @Override
    public String toString() {
        return "Layout[" + description() + "]";
    }
}
