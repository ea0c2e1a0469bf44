// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

/** One field of each type. */
final class Fields {

    static final Layout LAYOUT = new Layout();
    static final ByteField BYTE = LAYOUT.addByte("byte");
    static final ShortField SHORT = LAYOUT.addShort("short");
    static final BooleanField BOOLEAN = LAYOUT.addBoolean("boolean");
    static final StringField STRING = LAYOUT.addString("string", 9);
    static final LongField LONG = LAYOUT.addLong("long");
    static final BytesField BYTES = LAYOUT.addBytes("bytes", 3);
    static final DoubleField DOUBLE = LAYOUT.addDouble("double");
    static final IntField INT = LAYOUT.addInt("int");
    static final LongArrayField LONGS = LAYOUT.addLongs("longs", 3);
    static final IntArrayField INTS = LAYOUT.addInts("ints", 3);

    private Fields() {}
}
