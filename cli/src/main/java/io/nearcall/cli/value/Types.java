// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.value;

import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A declared type, and the types for which its type variables stand.
 *
 * @param type as Java declares it
 * @param variables the type variables of the class that contains the declaration
 */
record Types(Type type, Map<TypeVariable<?>, Types> variables) {

    static Types of(Type type) {
        return new Types(type, Map.of()).resolved();
    }

    /** Resolves the type until it is neither a variable nor a wildcard. */
    private Types resolved() {
        if (type instanceof TypeVariable<?> variable) {
            Types known = variables.get(variable);
            return known != null ? known : new Types(variable.getBounds()[0], Map.of()).erased();
        }
        return type instanceof WildcardType wildcard
                ? new Types(wildcard.getUpperBounds()[0], variables).resolved()
                : this;
    }

    private Types erased() {
        return new Types(raw(), Map.of());
    }

    Class<?> raw() {
        return io.nearcall.internal.codec.ReachableClasses.erasure(type);
    }

    /** Returns the type of what a container holds; any object if the declaration does not say. */
    Types argument(int index) {
        return type instanceof ParameterizedType generic && index < generic.getActualTypeArguments().length
                ? new Types(generic.getActualTypeArguments()[index], variables).resolved()
                : of(Object.class);
    }

    /** Returns the type of an array's components. */
    Types component() {
        return type instanceof GenericArrayType generic
                ? new Types(generic.getGenericComponentType(), variables).resolved()
                : of(raw().getComponentType());
    }

    /**
     * A member of a class of values.
     *
     * @param name the simple name; if a superclass has a member of that name, the class stands in front
     */
    record Member(String name, Field field, Types type) {}

    /** Returns the members of a class of values, superclasses first. */
    List<Member> members() {
        List<Member> members = new ArrayList<>();
        Map<String, Integer> names = new HashMap<>();
        for (Types owner = this; owner.isOfApplication(); owner = owner.parent()) {
            List<Member> own = new ArrayList<>();
            for (Field field : owner.raw().getDeclaredFields()) {
                if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
                    field.setAccessible(true);
                    Types declared = new Types(field.getGenericType(), owner.bindings()).resolved();
                    boolean hidden = names.merge(field.getName(), 1, Integer::sum) > 1;
                    String name = hidden ? owner.raw().getSimpleName() + '.' + field.getName() : field.getName();
                    own.add(new Member(name, field, declared));
                }
            }
            members.addAll(0, own);
        }
        return members;
    }

    private boolean isOfApplication() {
        return raw().getSuperclass() != null && raw().getClassLoader() != null;
    }

    private Types parent() {
        return new Types(raw().getGenericSuperclass(), bindings());
    }

    private Map<TypeVariable<?>, Types> bindings() {
        Map<TypeVariable<?>, Types> bindings = new HashMap<>();
        TypeVariable<?>[] parameters = raw().getTypeParameters();
        for (int i = 0; i < parameters.length; i++) {
            bindings.put(parameters[i], type instanceof ParameterizedType ? argument(i) : of(parameters[i]));
        }
        return bindings;
    }
}
