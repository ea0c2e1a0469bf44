// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.value;

import io.nearcall.cli.model.Refusal;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Map;

/** Makes objects of a class whose code has been removed. */
final class Instances {

    private final Class<?> type;

    Instances(Class<?> type) {
        this.type = type;
    }

    /** @param values the values by the name of their member; missing members are null, 0 or false */
    Object make(List<Types.Member> members, Map<String, Object> values) {
        try {
            if (type.isRecord()) {
                return record(members, values);
            }
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            Object made = constructor.newInstance();
            for (Types.Member member : members) {
                if (values.containsKey(member.name())) {
                    member.field().set(made, values.get(member.name()));
                }
            }
            return made;
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new Refusal("No object of " + type.getName() + " can be made: " + e, e);
        }
    }

    private Object record(List<Types.Member> members, Map<String, Object> values) throws ReflectiveOperationException {
        Class<?>[] types = new Class<?>[members.size()];
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            Types.Member member = members.get(i);
            types[i] = member.field().getType();
            arguments[i] = values.getOrDefault(member.name(), zero(types[i]));
        }
        return type.getDeclaredConstructor(types).newInstance(arguments);
    }

    private static Object zero(Class<?> type) {
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
    }
}
