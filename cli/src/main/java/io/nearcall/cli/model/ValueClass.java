// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.model;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;

/**
 * A class whose values travel, with what its shape says about the class itself.
 *
 * @param head the first line of the shape, such as {@code record}
 * @param members in the order in which they travel; an enum has none
 * @param constants the constants of an enum, sorted
 * @param shape all sections, as section 7 of the protocol describes them
 * @param builtIn whether it is a JDK enum that both sides know by an id of section 9 of the protocol
 */
public record ValueClass(
        Class<?> type,
        String head,
        List<Member> members,
        List<String> constants,
        String shape,
        long fingerprint,
        boolean builtIn) {

    /**
     * A record component or field.
     *
     * @param line what the shape says about it, without its name
     */
    public record Member(String name, String line, TypeUse type) {

        /** Returns the name without the superclass that declares it. */
        public String simpleName() {
            return name.substring(name.lastIndexOf('.') + 1);
        }
    }

    /** Returns the first section of the shape, which describes the class itself. */
    public String section() {
        StringBuilder section = new StringBuilder(head);
        members.forEach(
                member -> section.append('\n').append(member.name()).append(' ').append(member.line()));
        constants.forEach(constant -> section.append('\n').append(constant));
        return section.toString();
    }

    /** Returns the constants without former names, in the order of the Java source. */
    public List<String> declaredConstants() {
        return Arrays.stream(type.getDeclaredFields())
                .filter(Field::isEnumConstant)
                .map(Field::getName)
                .toList();
    }

    public boolean isEnum() {
        return head.equals("enum");
    }

    public boolean isRecord() {
        return head.equals("record");
    }

    /** Returns whether it is a record or a class with fields. */
    public boolean hasMembers() {
        return isRecord() || head.contains("class extends ");
    }

    /** Returns the simple name of a member. If a superclass has a field of that name, the class stands in front. */
    public String uniqueName(Member member) {
        long like = members.stream()
                .filter(other -> other.simpleName().equals(member.simpleName()))
                .count();
        String name = member.name();
        String withClass = name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
        return like == 1 ? member.simpleName() : withClass.replace('.', '_');
    }

    /** Returns whether libnearcall needs a description: it describes arrays itself, except arrays of interfaces. */
    public boolean isDescribed() {
        if (builtIn) {
            return false;
        }
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return !type.isArray() || head.equals("array") && element.isInterface();
    }

    /** Returns whether its values are in a form of Java's serialisation. */
    public boolean hasOwnForm() {
        return head.endsWith("with a serialised form of its own");
    }
}
