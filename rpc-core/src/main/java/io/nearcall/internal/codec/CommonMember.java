// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Serializer;
import io.nearcall.internal.codec.ShapeMatch.Pair;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * One member that both sides have.
 *
 * @param index of the member among the members of this side
 * @param writer of type {@link Steps#WRITE}
 * @param reader of type (codec, input)type of the field
 */
record CommonMember(int index, Field field, MethodHandle writer, MethodHandle reader) {

    /** The members of a class that has the same version on both sides. */
    static List<CommonMember> all(Class<?> type) {
        List<CommonMember> all = new ArrayList<>();
        for (Field field : TravelRules.members(type)) {
            all.add(asDeclared(all.size(), field, Serializers::of));
        }
        return all;
    }

    /** The members that the versions of both sides have, in the order of the frame. */
    static List<CommonMember> of(Class<?> owner, List<Pair> pairs, OtherVersions versions) {
        List<Field> fields = TravelRules.members(owner);
        List<CommonMember> common = new ArrayList<>();
        for (Pair pair : pairs) {
            Field field = fields.get(pair.index());
            if (!pair.asDeclared()) {
                common.add(new Differing(owner, field, pair.theirType()).member(pair.index()));
            } else if (versions.isAffected(field.getType())) {
                common.add(asDeclared(pair.index(), field, versions::serializerOf));
            } else {
                common.add(asDeclared(pair.index(), field, Serializers::of));
            }
        }
        return common;
    }

    /** @param serializers gives the serialisers of values that are written without their class */
    private static CommonMember asDeclared(int index, Field field, Function<Class<?>, Serializer<?>> serializers) {
        Class<?> type = field.getType();
        return new CommonMember(
                index, field, Steps.write(field, Steps.writer(type, serializers)), Steps.reader(type, serializers));
    }

    /** A handle of type {@link Steps#READ_INTO} that reads the value and sets the field. */
    MethodHandle readerInto() {
        return Steps.readInto(field, reader);
    }

    /** A member whose types differ. It is written with its class, and read if it fits. */
    private record Differing(Class<?> owner, Field field, String theirType) {

        CommonMember member(int index) {
            MethodHandle reader = Steps.virtual(Differing.class, "read", Steps.READ)
                    .bindTo(this)
                    .asType(Steps.READ.changeReturnType(field.getType()));
            return new CommonMember(index, field, Steps.write(field, Steps.anyWriter()), reader);
        }

        Object read(LaneCodec codec, FrameInput input) {
            Object value = codec.readAny(input);
            Object fitting = MemberTypes.fit(value, field.getType());
            if (fitting == MemberTypes.UNFIT) {
                throw new IncompatibleClass(
                        owner.getName(),
                        field.getName(),
                        "its member " + field.getName() + " is of type "
                                + field.getType().getName() + " here and " + theirType + " there, and holds "
                                + inWords(value) + ", which does not fit");
            }
            return fitting;
        }

        private static String inWords(Object value) {
            if (value == null || value instanceof Number || value instanceof Boolean) {
                return String.valueOf(value);
            }
            return "an object of " + value.getClass().getName();
        }
    }
}
