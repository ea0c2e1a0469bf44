// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static java.lang.invoke.MethodType.methodType;

import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.Serializer;
import io.nearcall.internal.codec.ShapeMatch.Pair;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Field;

/** One member that both versions of a class have. */
final class CommonMember {

    private final Class<?> owner;
    private final Field field;
    private final Pair pair;
    private final OtherVersions versions;

    /** Whether the member is written without its class, and that class, or one within it, differs too. */
    private final boolean affected;

    private final MethodHandle getter;
    private final MethodHandle setter;
    private final MethodHandle writer;
    private final MethodHandle reader;

    CommonMember(Class<?> owner, Field field, Pair pair, OtherVersions versions) {
        this.owner = owner;
        this.field = field;
        this.pair = pair;
        this.versions = versions;
        Class<?> type = field.getType();
        affected = pair.asDeclared() && TravelRules.isExact(type) && versions.isAffected(type);
        boolean usual = pair.asDeclared() && !affected;
        getter = usual ? null : Steps.getter(field);
        setter = owner.isRecord() ? null : Steps.setter(field);
        writer = usual ? Steps.write(field) : null;
        reader = usual ? Steps.read(type).asType(methodType(Object.class, LaneCodec.class, FrameInput.class)) : null;
    }

    /** The index of the member among the members of this side. */
    int index() {
        return pair.index();
    }

    void write(LaneCodec codec, FrameOutput output, Object object) {
        try {
            if (writer != null) {
                writer.invokeExact(codec, output, object);
                return;
            }
            Object value = (Object) getter.invokeExact(object);
            if (affected) {
                codec.writeObjectOrNull(output, value, serializer());
            } else {
                codec.writeAny(output, value);
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new KryoException(e);
        }
    }

    Object read(LaneCodec codec, FrameInput input) {
        if (reader != null) {
            try {
                return (Object) reader.invokeExact(codec, input);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new KryoException(e);
            }
        }
        if (affected) {
            return codec.readObjectOrNull(input, field.getType(), serializer());
        }
        Object value = codec.readAny(input);
        Object fitting = MemberTypes.fit(value, field.getType());
        if (fitting == MemberTypes.UNFIT) {
            throw new IncompatibleClass(
                    owner.getName(),
                    field.getName(),
                    "its member " + field.getName() + " is of type "
                            + field.getType().getName() + " here and " + pair.theirType()
                            + " there, and holds " + inWords(value) + ", which does not fit");
        }
        return fitting;
    }

    private static String inWords(Object value) {
        if (value == null || value instanceof Number || value instanceof Boolean) {
            return String.valueOf(value);
        }
        return "an object of " + value.getClass().getName();
    }

    void set(Object bean, Object value) {
        try {
            setter.invokeExact(bean, value);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new KryoException(e);
        }
    }

    private Serializer<?> serializer() {
        return versions.serializerOf(field.getType());
    }
}
