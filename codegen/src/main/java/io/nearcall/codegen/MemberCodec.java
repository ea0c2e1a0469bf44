// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import com.esotericsoftware.kryo.kryo5.objenesis.instantiator.ObjectInstantiator;
import io.nearcall.codegen.internal.CodecClass;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Field;
import java.util.List;
import java.util.function.Supplier;

/**
 * The super-class of generated codecs. A subclass writes and reads the members of one class, in straight-line code. Safe for
 * use by any number of threads.
 */
public abstract class MemberCodec extends Serializer<Object> {

    /** How the members are written. Thread-safe. */
    public interface Rules {

        /** Whether a member of that type is written without the class of its value. */
        boolean isExact(Class<?> type);

        /** The serialiser of the values of such a member. */
        Serializer<?> serializerOf(Class<?> type);
    }

    private final Rules rules;
    private final ObjectInstantiator<?> instantiator;
    private final Class<?>[] types;
    private final Serializer<?>[] found; // benign races: whoever finds one finds the same

    /**
     * Called by generated code.
     *
     * @param instantiator of a class without a constructor that could be called
     * @param types of all members
     */
    protected MemberCodec(Rules rules, ObjectInstantiator<?> instantiator, Class<?>[] types) {
        this.rules = rules;
        this.instantiator = instantiator;
        this.types = types;
        this.found = new Serializer<?>[types.length];
    }

    /**
     * Generates the codec of a record or a class with fields, beside it.
     *
     * @param members the fields that travel, in the order in which they do; of a record those of all its components
     * @param instantiator makes objects of a class that is no record and has no constructor without arguments; else null
     * @param ours has full access to the caller's module
     * @return null if generated code cannot do what reflection may: the class is in another module or class loader than ours,
     *     has more than 300 members, final ones that are no record's, or members that only their own class may access; or Byte
     *     Buddy is not on the class path
     */
    public static MemberCodec generate(
            Class<?> type,
            List<Field> members,
            Supplier<ObjectInstantiator<?>> instantiator,
            Lookup ours,
            Rules rules) {
        try {
            return CodecClass.generate(type, members, instantiator, ours, rules);
        } catch (NoClassDefFoundError e) { // Byte Buddy was left out
            return null;
        }
    }

    /** Called by generated code. */
    protected final Object make() {
        return instantiator.newInstance();
    }

    /** Called by generated code: the value of a member, or null, without its class. */
    protected final void writeExact(Kryo kryo, Output output, Object value, int member) {
        kryo.writeObjectOrNull(output, value, serializer(member));
    }

    /** Called by generated code. */
    protected final Object readExact(Kryo kryo, Input input, int member) {
        return kryo.readObjectOrNull(input, types[member], serializer(member));
    }

    /** Found when it is first used, because types may be cyclic. */
    private Serializer<?> serializer(int member) {
        Serializer<?> known = found[member];
        if (known == null) {
            known = rules.serializerOf(types[member]);
            found[member] = known;
        }
        return known;
    }
}
