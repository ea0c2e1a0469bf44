// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.internal.codec.ShapeMatch.Common;
import java.lang.invoke.MethodHandle;
import java.util.List;

/**
 * Writes and reads a record or a class with fields by method handles: the members that both sides have, in an order
 * that both know. A member that the other side lacks keeps the value that the constructor without arguments gave it.
 * Without such a constructor, and in records, it is zero, false or null.
 */
abstract class ReflectiveCodec extends Serializer<Object> {

    /** Members that the other side lacks are no part of the message, but take memory. This many per object are free. */
    private static final int FREE_MEMBERS = 16;

    private final Class<?> type;
    private final List<String> missing;
    private final MethodHandle writer;

    ReflectiveCodec(Class<?> type, List<CommonMember> members, List<String> missing) {
        this.type = type;
        this.missing = missing;
        writer = Steps.inOrder(members.stream().map(CommonMember::writer).toList(), Steps.WRITE);
    }

    /** For a class that has the same version on both sides. */
    static ReflectiveCodec of(Class<?> type) {
        return of(type, CommonMember.all(type), List.of());
    }

    /** For a class that has another version on the other side. */
    static ReflectiveCodec of(Class<?> type, Common common, OtherVersions versions) {
        return of(type, CommonMember.of(type, common.members(), versions), common.missing());
    }

    private static ReflectiveCodec of(Class<?> type, List<CommonMember> members, List<String> missing) {
        return type.isRecord() ? new RecordCodec(type, members, missing) : new BeanCodec(type, members, missing);
    }

    @Override
    public final void write(Kryo kryo, Output output, Object object) {
        try {
            writer.invokeExact((LaneCodec) kryo, (FrameOutput) output, object);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new KryoException(e);
        }
    }

    @Override
    public final Object read(Kryo kryo, Input input, Class<?> ignored) {
        FrameInput in = (FrameInput) input;
        int unpaid = missing.size() - FREE_MEMBERS;
        if (unpaid > 0 && !in.claim((long) unpaid * Long.BYTES)) {
            throw new MalformedMessage("The message has too many objects of " + type.getName()
                    + " for its size: each has " + missing.size() + " members that the other side lacks");
        }
        try {
            return read((LaneCodec) kryo, in);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new KryoException(e);
        }
    }

    abstract Object read(LaneCodec codec, FrameInput in) throws Throwable;

    /** What to throw in place of what the constructor threw. */
    final Throwable refused(Throwable cause) {
        if (missing.isEmpty() || cause instanceof VirtualMachineError) {
            return cause;
        }
        IncompatibleClass failure = new IncompatibleClass(
                type.getName(),
                missing.get(0),
                "only this side has its member" + (missing.size() == 1 ? " " : "s ") + String.join(", ", missing)
                        + ". Without a value for " + (missing.size() == 1 ? "it" : "them") + " the constructor throws "
                        + cause);
        failure.initCause(cause);
        return failure;
    }
}
