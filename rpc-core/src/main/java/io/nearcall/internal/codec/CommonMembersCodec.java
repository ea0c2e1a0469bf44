// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static java.lang.invoke.MethodType.methodType;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import com.esotericsoftware.kryo.kryo5.objenesis.instantiator.ObjectInstantiator;
import com.esotericsoftware.kryo.kryo5.objenesis.strategy.StdInstantiatorStrategy;
import io.nearcall.internal.codec.ShapeMatch.Common;
import io.nearcall.internal.codec.ShapeMatch.Pair;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.List;

/**
 * Writes and reads a record or a class with fields of which the other side has another version. The members that both
 * sides have travel, in an order that both know. A member that the other side lacks keeps the value that the
 * constructor without arguments gave it. Without such a constructor, and in records, it is zero, false or null.
 */
final class CommonMembersCodec extends Serializer<Object> {

    /** Members that the other side lacks are no part of the message, but take memory. This many per object are free. */
    private static final int FREE_MEMBERS = 16;

    private final Class<?> type;
    private final List<String> missing;
    private final CommonMember[] members;

    /** The canonical constructor of a record, with an array for its arguments; else null. */
    private final MethodHandle canonical;

    private final Object[] defaults;
    private final MethodHandle constructor;
    private final ObjectInstantiator<?> instantiator;

    CommonMembersCodec(Class<?> type, Common common, OtherVersions versions) {
        this.type = type;
        this.missing = common.missing();
        List<Field> fields = type.isRecord() ? RecordCodec.fields(type) : BeanCodec.fields(type);
        members = new CommonMember[common.members().size()];
        for (int i = 0; i < members.length; i++) {
            Pair pair = common.members().get(i);
            members[i] = new CommonMember(type, fields.get(pair.index()), pair, versions);
        }
        defaults = defaults(fields);
        canonical = type.isRecord() ? canonical(type, fields) : null;
        constructor = type.isRecord() ? null : BeanCodec.constructor(type);
        instantiator =
                type.isRecord() || constructor != null ? null : new StdInstantiatorStrategy().newInstantiatorOf(type);
    }

    private static Object[] defaults(List<Field> fields) {
        Object[] defaults = new Object[fields.size()];
        for (int i = 0; i < defaults.length; i++) {
            defaults[i] = Array.get(Array.newInstance(fields.get(i).getType(), 1), 0);
        }
        return defaults;
    }

    private static MethodHandle canonical(Class<?> type, List<Field> fields) {
        try {
            Class<?>[] types = fields.stream().map(Field::getType).toArray(Class<?>[]::new);
            return Steps.constructor(type.getDeclaredConstructor(types))
                    .asSpreader(Object[].class, types.length)
                    .asType(methodType(Object.class, Object[].class));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void write(Kryo kryo, Output output, Object object) {
        for (CommonMember member : members) {
            member.write((LaneCodec) kryo, (FrameOutput) output, object);
        }
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<?> ignored) {
        LaneCodec codec = (LaneCodec) kryo;
        FrameInput in = (FrameInput) input;
        int unpaid = missing.size() - FREE_MEMBERS;
        if (unpaid > 0 && !in.claim((long) unpaid * Long.BYTES)) {
            throw new MalformedMessage("The message has too many objects of " + type.getName()
                    + " for its size: each has " + missing.size() + " members that the other side lacks");
        }
        if (canonical != null) {
            Object[] values = defaults.clone();
            for (CommonMember member : members) {
                values[member.index()] = member.read(codec, in);
            }
            return construct(canonical, values);
        }
        Object bean = constructor != null ? construct(constructor, null) : instantiator.newInstance();
        kryo.reference(bean);
        for (CommonMember member : members) {
            member.set(bean, member.read(codec, in));
        }
        return bean;
    }

    private Object construct(MethodHandle maker, Object[] values) {
        try {
            return values == null ? (Object) maker.invokeExact() : (Object) maker.invokeExact(values);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            if (missing.isEmpty()) {
                throw new KryoException(e);
            }
            IncompatibleClass failure = new IncompatibleClass(
                    type.getName(),
                    missing.get(0),
                    "only this side has its member" + (missing.size() == 1 ? " " : "s ") + String.join(", ", missing)
                            + ". Without a value for " + (missing.size() == 1 ? "it" : "them")
                            + " the constructor throws " + e);
            failure.initCause(e);
            throw failure;
        }
    }
}
