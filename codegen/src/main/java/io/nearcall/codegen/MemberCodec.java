// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import com.esotericsoftware.kryo.kryo5.objenesis.instantiator.ObjectInstantiator;
import io.nearcall.codegen.internal.BuiltClasses;
import io.nearcall.codegen.internal.CodecClass;
import io.nearcall.codegen.internal.GeneratedClasses;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * The super-class of generated codecs. A subclass writes and reads the members of one class, in straight-line code. Safe for
 * use by any number of threads.
 */
public abstract class MemberCodec extends Serializer<Object> {

    /** Of the name of a codec from the build, behind that of its class. */
    public static final String SUFFIX = "$NearcallCodec";

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
     * The codec of a record or a class with fields: from the build, or else generated now.
     *
     * @param members the fields that travel, in the order in which they do; of a record those of all its components
     * @param instantiator makes objects of a class that is no record and has no constructor without arguments; else null
     * @param ours has full access to the caller's module
     * @return null if generated code cannot do what reflection may: the class is in another module or class loader than ours,
     *     has more than 300 members, final ones that are no record's, or members that only their own class may access; or it
     *     may not be generated now
     */
    public static MemberCodec of(
            Class<?> type,
            List<Field> members,
            Supplier<ObjectInstantiator<?>> instantiator,
            Lookup ours,
            Rules rules) {
        long fingerprint = BuiltClasses.fingerprint(type, members, instantiator == null, rules);
        MemberCodec built = built(type, members, instantiator, rules, fingerprint);
        if (built != null || BuiltClasses.isGenerationRefused()) {
            return built;
        }
        try {
            Class<?> generated = CodecClass.generate(type, members, instantiator == null, fingerprint, ours, rules);
            return generated == null ? null : make(generated, members, instantiator, rules);
        } catch (NoClassDefFoundError e) { // Byte Buddy was left out
            return null;
        }
    }

    private static MemberCodec built(
            Class<?> type,
            List<Field> members,
            Supplier<ObjectInstantiator<?>> instantiator,
            Rules rules,
            long fingerprint) {
        Class<?> found = BuiltClasses.find(type, SUFFIX);
        if (found == null || !MemberCodec.class.isAssignableFrom(found)) {
            return null;
        }
        // A class that has been compiled alone since the build does not know its codec as a nest mate.
        MemberCodec codec = found.isNestmateOf(type) ? make(found, members, instantiator, rules) : null;
        if (codec == null || codec.fingerprint() != fingerprint) {
            BuiltClasses.tellOutdated(found, type);
            return null;
        }
        return codec;
    }

    private static MemberCodec make(
            Class<?> codec, List<Field> members, Supplier<ObjectInstantiator<?>> instantiator, Rules rules) {
        Class<?>[] types = new Class<?>[members.size()];
        for (int i = 0; i < types.length; i++) {
            types[i] = members.get(i).getType();
        }
        try {
            Constructor<?> constructor = codec.getConstructor(Rules.class, ObjectInstantiator.class, Class[].class);
            return (MemberCodec) GeneratedClasses.newInstance(
                    constructor, rules, instantiator == null ? null : instantiator.get(), types);
        } catch (NoSuchMethodException e) {
            throw new AssertionError(codec + " was generated without its constructor", e);
        }
    }

    /**
     * Generates the codec when the application is built. It has to lie beside its class, whose nest host has to name it as a
     * member. Its name is that of the class with {@link #SUFFIX} behind it.
     *
     * @return the class file; null if generated code cannot do what reflection may
     */
    public static byte[] classFile(Class<?> type, List<Field> members, boolean constructed, Rules rules) {
        long fingerprint = BuiltClasses.fingerprint(type, members, constructed, rules);
        return CodecClass.classFile(type, members, constructed, fingerprint, rules);
    }

    /** Of what the class was generated from; another one, if the members or the generator have changed. */
    public abstract long fingerprint();

    /**
     * Writes elements of a list with their classes, as long as they are of exactly the class of this codec.
     *
     * @param to the index behind the last element
     * @param classNumber of the class of this codec
     * @return the index of the first element that was not written
     */
    public abstract int writeRun(GraphKryo kryo, Output output, List<?> list, int from, int to, int classNumber);

    /**
     * Reads elements and adds them, as long as {@link GraphKryo#readHead} finds them to be of the class of this codec.
     *
     * @param count how many there are at most
     * @return how many of them were not read
     */
    public abstract int readRun(GraphKryo kryo, Input input, Collection<Object> target, int count, int classNumber);

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
