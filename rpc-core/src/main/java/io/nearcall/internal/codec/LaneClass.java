// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Registration;
import com.esotericsoftware.kryo.kryo5.Serializer;
import io.nearcall.codegen.MemberCodec;

/** A class on one lane: its number, how its objects are written, and whether they are numbered. */
final class LaneClass extends Registration {

    private final boolean shared;
    private final MemberCodec generated;

    LaneClass(Class<?> type, Serializer<?> serializer, int id) {
        super(type, serializer, id);
        this.shared = !BuiltInClasses.isValue(type);
        this.generated = serializer instanceof MemberCodec codec ? codec : null;
    }

    /** Whether an object that occurs again is written as its number. */
    boolean isShared() {
        return shared;
    }

    /** The serialiser if it was generated; else null. */
    MemberCodec generated() {
        return generated;
    }

    /** The number that is written in place of the class. */
    int number() {
        return getId() + 1;
    }
}
