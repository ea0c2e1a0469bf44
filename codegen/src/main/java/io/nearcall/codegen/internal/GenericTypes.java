// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** Generic types as one interface sees them: the type variables of its generic super-interfaces have values. */
public final class GenericTypes {

    private final Map<TypeVariable<?>, Type> values = new HashMap<>();

    public GenericTypes(Class<?> type) {
        bind(type);
    }

    private void bind(Class<?> type) {
        if (type.getInterfaces().length == 0) {
            return; // reading generic signatures for the first time takes milliseconds
        }
        for (Type parent : type.getGenericInterfaces()) {
            if (parent instanceof ParameterizedType generic) {
                Class<?> raw = (Class<?>) generic.getRawType();
                TypeVariable<?>[] variables = raw.getTypeParameters();
                Type[] arguments = generic.getActualTypeArguments();
                for (int i = 0; i < variables.length; i++) {
                    values.put(variables[i], resolve(arguments[i]));
                }
                bind(raw);
            } else {
                bind((Class<?>) parent);
            }
        }
    }

    /** {@code type}, with every type variable that has a value replaced by the value. */
    public Type resolve(Type type) {
        if (type instanceof Class || values.isEmpty()) {
            return type;
        }
        if (type instanceof TypeVariable<?> variable) {
            return values.getOrDefault(variable, variable);
        }
        if (type instanceof ParameterizedType generic) {
            return new ResolvedTypes.Parameterized(
                    generic.getRawType(), generic.getOwnerType(), resolve(generic.getActualTypeArguments()));
        }
        if (type instanceof GenericArrayType array) {
            Type component = resolve(array.getGenericComponentType());
            return component instanceof Class<?> c
                    ? Array.newInstance(c, 0).getClass()
                    : new ResolvedTypes.ArrayOf(component);
        }
        if (type instanceof WildcardType wildcard) {
            return new ResolvedTypes.Wildcard(resolve(wildcard.getUpperBounds()), resolve(wildcard.getLowerBounds()));
        }
        return type;
    }

    private Type[] resolve(Type[] types) {
        Type[] resolved = new Type[types.length];
        for (int i = 0; i < types.length; i++) {
            resolved[i] = resolve(types[i]);
        }
        return resolved;
    }

    /** The types of the method's parameters, resolved. */
    public List<Type> parameterTypes(Method method) {
        return List.of(resolve(method.getGenericParameterTypes()));
    }

    /** The method as a person writes it: simple names, the result after a colon. */
    public String signature(Method method) {
        StringJoiner parameters = new StringJoiner(", ", method.getName() + "(", ")");
        List<Type> types = parameterTypes(method);
        for (int i = 0; i < types.size(); i++) {
            String name = simpleName(types.get(i));
            boolean varArgs = method.isVarArgs() && i == types.size() - 1 && name.endsWith("[]");
            parameters.add(varArgs ? name.substring(0, name.length() - 2) + "..." : name);
        }
        return parameters + ": " + simpleName(resolve(method.getGenericReturnType()));
    }

    private static String simpleName(Type type) {
        if (type instanceof Class<?> c) {
            return c.getSimpleName();
        }
        if (type instanceof ParameterizedType generic) {
            StringJoiner arguments = new StringJoiner(", ", simpleName(generic.getRawType()) + "<", ">");
            for (Type argument : generic.getActualTypeArguments()) {
                arguments.add(simpleName(argument));
            }
            return arguments.toString();
        }
        if (type instanceof GenericArrayType array) {
            return simpleName(array.getGenericComponentType()) + "[]";
        }
        if (type instanceof WildcardType wildcard) {
            if (wildcard.getLowerBounds().length > 0) {
                return "? super " + simpleName(wildcard.getLowerBounds()[0]);
            }
            Type bound = wildcard.getUpperBounds()[0];
            return bound == Object.class ? "?" : "? extends " + simpleName(bound);
        }
        return type.getTypeName();
    }
}
