// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.format;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Names of another language for those of Java. */
public final class Names {

    private final Set<String> reserved;

    /** @param reserved words that are no names in the language */
    public Names(Set<String> reserved) {
        this.reserved = reserved;
    }

    /** A name of a member, parameter or constant: that of Java, as far as the language allows. */
    public String of(String javaName) {
        String name = javaName.replace('$', '_');
        return reserved.contains(name) ? name + '_' : name;
    }

    /** Simple names of classes that are unique in their package: that of a nested class has no class in front unless it must. */
    public Map<Class<?>, String> ofClasses(Collection<Class<?>> types) {
        Map<String, Integer> uses = new TreeMap<>();
        for (Class<?> type : types) {
            uses.merge(type.getPackageName() + '.' + type.getSimpleName(), 1, Integer::sum);
        }
        Map<Class<?>, String> names = new HashMap<>();
        for (Class<?> type : types) {
            boolean unique = uses.get(type.getPackageName() + '.' + type.getSimpleName()) == 1;
            String local = type.getName().substring(type.getName().lastIndexOf('.') + 1);
            names.put(type, of(unique ? type.getSimpleName() : local));
        }
        return names;
    }
}
