// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.model;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Interfaces and everything that they reach.
 *
 * @param name the name of the result, such as a file without its ending
 * @param interfaces the interfaces that the user has named, in that order, then the others by name
 * @param allowed classes that the user has named besides the interfaces
 * @param values sorted by name
 * @param exceptions exceptions of the application that methods declare, sorted by name
 */
public record Description(
        String name,
        List<RemoteType> interfaces,
        List<Class<?>> allowed,
        List<ValueClass> values,
        List<Class<?>> exceptions) {

    public Description {
        interfaces = List.copyOf(interfaces);
        allowed = List.copyOf(allowed);
        values = List.copyOf(values);
        exceptions = List.copyOf(exceptions);
    }

    public Optional<ValueClass> value(Class<?> type) {
        return values.stream().filter(value -> value.type() == type).findFirst();
    }

    /** Returns the simple name in lower case, with underscores. */
    public static String nameOf(Class<?> type) {
        return type.getSimpleName()
                .replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                .replaceAll("([A-Z])([A-Z][a-z])", "$1_$2")
                .replace('$', '_')
                .toLowerCase(Locale.ROOT);
    }

    /** Returns the command that makes the result again, without the class path. */
    public String command(String format) {
        StringBuilder command = new StringBuilder("nearcall describe --format=").append(format);
        named().forEach(each -> command.append(' ').append(each.type().getName()));
        allowed.forEach(each -> command.append(" --allow ").append(each.getName()));
        if (!name.equals(nameOf(named().get(0).type()))) {
            command.append(" --name ").append(name);
        }
        return command.toString();
    }

    public List<RemoteType> named() {
        return interfaces.stream().filter(RemoteType::named).toList();
    }
}
