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
 * The super-class of generated codecs. A subclass writes and reads the members of one class, in straight-line code.
 * Safe for use by any number of threads.
 */
public abstract class MemberCodec extends Serializer<Object> {

    /** Follows the name of a class in the name of its codec from the build. */
    public static final String SUFFIX = "$NearcallCodec";

    /** Decides how the members are written. Thread-safe. */
    public interface Rules {

        /** Whether a member of that type is written without the class of its value. */
        boolean isExact(Class<?> type);

        /** The serialiser for the values of an exact member. */
        Serializer<?> serializerOf(Class<?> type);
    }

    private final Rules rules;
    private final ObjectInstantiator<?> instantiator;
    private final Class<?>[] types;
    private final Serializer<?>[] found; // benign races: all threads find the same one

    /**
     * Called by generated code.
     *
     * @param instantiator for a class without a constructor that could be called
     * @param types of all members
     */
    protected MemberCodec(Rules rules, ObjectInstantiator<?> instantiator, Class<?>[] types) {
        this.rules = rules;
        this.instantiator = instantiator;
        this.types = types;
        this.found = new Serializer<?>[types.length];
    }

    /**
     * The codec of a record or a class with fields: the codec from the build, or else one that is generated now.
     *
     * @param members the fields that travel, in this order; for a record the fields of all its components
     * @param instantiator makes objects of a class that is not a record and has no constructor without arguments; null
     *     for other classes
     * @param ours has full access to the caller's module
     * @return null if generated code cannot serve the class as reflection can, or must not be generated now. Generated
     *     code cannot serve a class of another module or class loader than ours, a class with more than 300 members,
     *     with final ones unless it is a record, or with members that only their own class may access
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
            Class<?> generated = new CodecClass(type, members, instantiator == null, fingerprint, rules).generate(ours);
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
        Class<?> found = BuiltClasses.find(type, SUFFIX, MemberCodec.class);
        if (found == null) {
            return null;
        }
        // If the class alone has been compiled since the build, it does not list its codec as a nest mate.
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
        Constructor<?> constructor =
                GeneratedClasses.constructor(codec, Rules.class, ObjectInstantiator.class, Class[].class);
        ObjectInstantiator<?> made = instantiator == null ? null : instantiator.get();
        return (MemberCodec) GeneratedClasses.newInstance(constructor, rules, made, types);
    }

    /**
     * Generates the codec when the application is built. The class file has to lie beside the class, and the nest host
     * of the class has to name the codec as a member. The name of the codec is the class name and {@link #SUFFIX}.
     *
     * @return the class file; null if generated code cannot serve the class as reflection can
     */
    public static byte[] classFile(Class<?> type, List<Field> members, boolean constructed, Rules rules) {
        long fingerprint = BuiltClasses.fingerprint(type, members, constructed, rules);
        return new CodecClass(type, members, constructed, fingerprint, rules).classFile();
    }

    /** The fingerprint of the input of the generator. It changes with the members and with the generator. */
    public abstract long fingerprint();

    /**
     * Writes elements of a list with their classes, as long as they are of exactly the class of this codec.
     *
     * @param to the index behind the last element
     * @param classNumber the number of the class of this codec
     * @return the index of the first element that was not written
     */
    public abstract int writeRun(GraphKryo kryo, Output output, List<?> list, int from, int to, int classNumber);

    /**
     * Reads elements and adds them to {@code target}, as long as {@link GraphKryo#readHead} is true for the class of
     * this codec.
     *
     * @param count the number of elements, at most
     * @return the number of elements that were not read
     */
    public abstract int readRun(GraphKryo kryo, Input input, Collection<Object> target, int count, int classNumber);

    /** Called by generated code. */
    protected final Object make() {
        return instantiator.newInstance();
    }

    /** Called by generated code. Writes the value of a member, or null, without its class. */
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
