// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.format;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Makes names of another language from names of Java. */
public final class Names {

    private final Set<String> reserved;

    /** @param reserved words that cannot be names in the language */
    public Names(Set<String> reserved) {
        this.reserved = reserved;
    }

    /** Returns the name of a member, parameter or constant: Java's name, if the language allows it. */
    public String of(String javaName) {
        String name = javaName.replace('$', '_');
        return reserved.contains(name) ? name + '_' : name;
    }

    public boolean isReserved(String name) {
        return reserved.contains(name);
    }

    /**
     * Returns simple names of classes, unique in their package. A nested class has its outer class in front if needed.
     */
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

    /** Returns names of classes, unique in all packages. The end of the package stands in front if needed. */
    public Map<Class<?>, String> ofClassesInOneScope(Collection<Class<?>> types) {
        Map<Class<?>, String> names = ofClasses(types);
        Map<String, String> prefixes = prefixes(types);
        Map<String, Integer> uses = new TreeMap<>();
        names.values().forEach(name -> uses.merge(name, 1, Integer::sum));
        names.replaceAll((type, name) -> uses.get(name) == 1 ? name : prefixes.get(type.getPackageName()) + name);
        return names;
    }

    /** Returns the last part of each package, or as many parts as distinguish it from the others, with underscores. */
    public static Map<String, String> prefixes(Collection<Class<?>> types) {
        Set<String> packages = new HashSet<>();
        types.forEach(type -> packages.add(type.getPackageName()));
        Map<String, String> prefixes = new HashMap<>();
        for (String name : packages) {
            String prefix = name.substring(name.lastIndexOf('.') + 1);
            while (ends(packages, prefix) > 1 && prefix.length() < name.length()) {
                prefix = name.substring(name.lastIndexOf('.', name.length() - prefix.length() - 2) + 1);
            }
            prefixes.put(name, name.isEmpty() ? "" : prefix.replace('.', '_') + '_');
        }
        return prefixes;
    }

    private static long ends(Set<String> packages, String prefix) {
        return packages.stream()
                .filter(each -> each.equals(prefix) || each.endsWith('.' + prefix))
                .count();
    }
}
