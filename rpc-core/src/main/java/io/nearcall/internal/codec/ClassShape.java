// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a class' values look like in a frame, as text that is the same in every JVM that has the same version of the class.
 *
 * @param text the kind of class in its first line, then a line for each member that travels, in the order in which they
 *     do: its name, its type and, if the class of its value is not written, the word exact; for an enum the constants
 */
public record ClassShape(String className, String text) {

    private static final String EXACT = " exact";

    /** Does not initialise the class. */
    public static ClassShape of(Class<?> type) {
        StringBuilder text = new StringBuilder(kind(type));
        if (type.isEnum()) {
            // Sorted, because the JVM promises no order; it does not matter either.
            Arrays.stream(type.getDeclaredFields())
                    .filter(Field::isEnumConstant)
                    .map(Field::getName)
                    .sorted()
                    .forEach(name -> text.append('\n').append(name));
        } else if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                append(text, component.getName(), component.getType());
            }
        } else if (!type.isArray() && !type.isInterface() && !JavaForm.isFormOf(type)) {
            for (Field field : BeanCodec.fields(type)) {
                boolean inherited = field.getDeclaringClass() != type;
                append(
                        text,
                        inherited ? field.getDeclaringClass().getName() + '.' + field.getName() : field.getName(),
                        field.getType());
            }
        }
        return new ClassShape(type.getName(), text.toString());
    }

    private static void append(StringBuilder text, String name, Class<?> type) {
        text.append('\n').append(name).append(' ').append(type.getName());
        if (TravelRules.isExact(type)) {
            text.append(EXACT);
        }
    }

    private static String kind(Class<?> type) {
        if (type.isInterface()) {
            return "remote interface"; // its methods are compared when it is bound
        }
        if (type.isArray()) {
            return "array" + (TravelRules.isExact(type) ? EXACT : "");
        }
        if (type.isEnum()) {
            return "enum";
        }
        if (type.isRecord()) {
            return "record";
        }
        if (JavaForm.isFormOf(type)) {
            // How versions of it fit together is its own affair.
            return (Modifier.isFinal(type.getModifiers()) ? "final class" : "class")
                    + " with a serialised form of its own";
        }
        return (Modifier.isFinal(type.getModifiers()) ? "final class" : "class") + " extends "
                + type.getSuperclass().getName();
    }

    /** Of the text; different texts with the same fingerprint are not met in practice, and not defended against. */
    public long fingerprint() {
        byte[] digest;
        try {
            digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = value << 8 | digest[i] & 0xFF;
        }
        return value;
    }

    /**
     * The first difference between this side's shape and the other side's that makes values unreadable; {@code null} if
     * there is none. Constants of an enum travel by name, so they may differ.
     */
    public IncompatibleClass differenceFrom(ClassShape other) {
        if (text.equals(other.text)) {
            return null;
        }
        String[] here = text.split("\n");
        String[] there = other.text.split("\n");
        if (!here[0].equals(there[0])) {
            return new IncompatibleClass(className, "", "it is a " + here[0] + " here and a " + there[0] + " there");
        }
        return here[0].equals("enum") ? null : memberDifference(members(here), members(there));
    }

    private IncompatibleClass memberDifference(Map<String, String> here, Map<String, String> there) {
        for (Map.Entry<String, String> member : here.entrySet()) {
            String name = member.getKey();
            String otherType = there.get(name);
            if (otherType == null) {
                return new IncompatibleClass(className, name, "only this side has its member " + name);
            }
            if (!otherType.equals(member.getValue())) {
                return new IncompatibleClass(
                        className,
                        name,
                        "its member " + name + " is of type " + inWords(member.getValue()) + " here and "
                                + inWords(otherType) + " there");
            }
        }
        for (String name : there.keySet()) {
            if (!here.containsKey(name)) {
                return new IncompatibleClass(className, name, "only the other side has its member " + name);
            }
        }
        List<String> order = new ArrayList<>(here.keySet());
        List<String> otherOrder = new ArrayList<>(there.keySet());
        for (int i = 0; i < order.size(); i++) {
            if (!order.get(i).equals(otherOrder.get(i))) {
                return new IncompatibleClass(
                        className,
                        order.get(i),
                        "its members are in another order: " + String.join(", ", order) + " here and "
                                + String.join(", ", otherOrder) + " there");
            }
        }
        return null;
    }

    private static String inWords(String type) {
        return type.endsWith(EXACT)
                ? type.substring(0, type.length() - EXACT.length())
                : type + " (which may be extended)";
    }

    private static Map<String, String> members(String[] lines) {
        Map<String, String> members = new LinkedHashMap<>();
        for (int i = 1; i < lines.length; i++) {
            int space = lines[i].indexOf(' ');
            // What the peer sends need not be well formed.
            members.put(space < 0 ? lines[i] : lines[i].substring(0, space), lines[i].substring(space + 1));
        }
        return members;
    }
}
