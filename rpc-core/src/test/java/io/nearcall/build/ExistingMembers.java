// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Compares the names in metadata with the existing classes and members. */
final class ExistingMembers {

    private static final Set<String> PRIMITIVES =
            Set.of("boolean", "byte", "char", "short", "int", "long", "float", "double");

    private ExistingMembers() {}

    /**
     * Returns the type if no class has that name; otherwise those of its members that do not exist. Flags are not
     * members.
     */
    static List<String> missing(String typeName, Set<String> members, ClassLoader loader) {
        try {
            Set<String> existing = of(typeName, loader);
            return members.stream()
                    .filter(member -> !MetadataSchema.isFlag(member) && !existing.contains(member))
                    .map(member -> typeName + ' ' + member)
                    .toList();
        } catch (ClassNotFoundException e) {
            return List.of(typeName);
        }
    }

    private static Set<String> of(String typeName, ClassLoader loader) throws ClassNotFoundException {
        Set<String> members = new HashSet<>();
        if (typeName.endsWith("[]")) {
            String component = typeName.substring(0, typeName.length() - 2);
            return PRIMITIVES.contains(component) ? members : of(component, loader);
        }
        Class<?> type = Class.forName(typeName, false, loader);
        for (Field field : type.getDeclaredFields()) {
            members.add(field.getName());
        }
        for (Method method : type.getDeclaredMethods()) {
            members.add(Reflected.signature(method.getName(), method.getParameterTypes()));
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            members.add(Reflected.signature("<init>", constructor.getParameterTypes()));
        }
        return members;
    }
}
