// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import io.nearcall.FormerName;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a class' values look like in a frame, as text. The text is the same in every JVM that has the same versions of
 * the class and of the classes that are written within it without their own class. {@link ShapeMatch} compares two.
 *
 * @param text a section for the class, then one for each of those other classes, by name. An empty line and the name of
 *     its class go before each of these. The first line of a section is the kind of class. Then comes a line for each
 *     member that travels, in the order of the frame: its name, its type, the word exact if the class of its value is
 *     not written, and its former names after the word was. An enum has a line for each constant
 */
public record ClassShape(String className, String text) {

    /** The greatest length of a text from the other side about one class. */
    public static final int MAX_LENGTH = 1 << 18;

    static final String EXACT = " exact";
    private static final String WAS = " was ";
    private static final String BETWEEN = "\n\n";

    // The own section of a class, and the classes whose values are written within it without being named. The cached
    // values refer to classes that the class itself refers to, and to the JDK's: the class may outlive Nearcall's own.
    private static final ClassValue<Map.Entry<String, Map<String, Class<?>>>> OWN = new ClassValue<>() {
        @Override
        protected Map.Entry<String, Map<String, Class<?>>> computeValue(Class<?> type) {
            Map<String, Class<?>> within = new TreeMap<>();
            StringBuilder text = new StringBuilder();
            appendSection(text, type, within);
            return Map.entry(text.toString(), within);
        }
    };

    private static final ClassValue<String> TEXTS = new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
            return textOf(type);
        }
    };

    /** The {@link #fingerprint()} of the class' shape. Computed once: a peer may ask for it as often as it likes. */
    public static long fingerprintOf(Class<?> type) {
        return Fingerprints.OF_CLASS.get(type);
    }

    /** Describes a class, without initialising it. */
    public static ClassShape of(Class<?> type) {
        return new ClassShape(type.getName(), TEXTS.get(type));
    }

    private static String textOf(Class<?> type) {
        Map<String, String> sections = new TreeMap<>();
        List<Class<?>> open = new ArrayList<>(OWN.get(type).getValue().values());
        while (!open.isEmpty()) {
            Class<?> next = open.remove(open.size() - 1);
            if (next != type
                    && sections.putIfAbsent(next.getName(), OWN.get(next).getKey()) == null) {
                open.addAll(OWN.get(next).getValue().values());
            }
        }
        StringBuilder text = new StringBuilder(OWN.get(type).getKey());
        for (Map.Entry<String, String> section : sections.entrySet()) {
            text.append(BETWEEN).append(section.getKey()).append('\n').append(section.getValue());
        }
        return text.toString();
    }

    /** Sorted, because the JVM promises no order. The order itself does not matter. */
    private static List<Field> constants(Class<?> type) {
        List<Field> constants = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (field.isEnumConstant()) {
                constants.add(field);
            }
        }
        constants.sort((one, other) -> one.getName().compareTo(other.getName())); // comparing() makes one more lambda
        return constants;
    }

    private static void appendSection(StringBuilder text, Class<?> type, Map<String, Class<?>> within) {
        text.append(kind(type));
        if (type.isEnum()) {
            for (Field constant : constants(type)) {
                text.append('\n').append(constant.getName());
                appendFormerNames(text, constant);
            }
        } else if (type.isArray()) {
            addExact(type.getComponentType(), within);
        } else if (!type.isInterface() && !JavaForm.isFormOf(type)) {
            for (Field field : TravelRules.members(type)) {
                append(text, type, field, within);
            }
        }
    }

    private static void append(StringBuilder text, Class<?> owner, Field member, Map<String, Class<?>> within) {
        text.append('\n');
        if (member.getDeclaringClass() != owner) {
            text.append(member.getDeclaringClass().getName()).append('.');
        }
        Class<?> type = member.getType();
        text.append(member.getName()).append(' ').append(type.getName());
        if (TravelRules.isExact(type)) {
            text.append(EXACT);
            addExact(type, within);
        }
        appendFormerNames(text, member);
    }

    private static void addExact(Class<?> type, Map<String, Class<?>> within) {
        Class<?> element = TravelRules.elementType(type);
        if (TravelRules.isExact(element) && !element.isPrimitive() && BuiltInClasses.idOf(element) < 0) {
            within.put(element.getName(), element);
        }
    }

    private static void appendFormerNames(StringBuilder text, Field member) {
        FormerName former = member.getAnnotation(FormerName.class);
        if (former != null) {
            text.append(WAS).append(String.join(",", former.value()));
        }
    }

    private static String kind(Class<?> type) {
        if (type.isInterface()) {
            return "remote interface"; // its methods are compared when the interface is bound
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
            // The class itself decides how its versions fit together.
            return (Modifier.isFinal(type.getModifiers()) ? "final class" : "class")
                    + " with a serialised form of its own";
        }
        return (Modifier.isFinal(type.getModifiers()) ? "final class" : "class") + " extends "
                + type.getSuperclass().getName();
    }

    /** A fingerprint of the text. Different texts with the same one do not occur in practice and are not prevented. */
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

    /** Apart, because most programs need no fingerprint. */
    private static final class Fingerprints extends ClassValue<Long> {

        static final Fingerprints OF_CLASS = new Fingerprints();

        @Override
        protected Long computeValue(Class<?> type) {
            return of(type).fingerprint();
        }
    }

    /** One class in a shape. @param text without the name of the class */
    record Section(String className, String kind, List<Member> members, String text) {}

    /**
     * One member in a section, or one constant of an enum, which has no type.
     *
     * @param name begins with the declaring class if that is a superclass
     */
    record Member(String name, String type, boolean exact, List<String> formerNames) {

        String simpleName() {
            return name.substring(name.lastIndexOf('.') + 1);
        }

        /** The name of the class whose values are written for the member without being named; null if there is none. */
        String exactElement() {
            if (!exact) {
                return null;
            }
            String element = type.substring(type.lastIndexOf('[') + 1);
            return type.startsWith("[") && element.startsWith("L") && element.endsWith(";")
                    ? element.substring(1, element.length() - 1)
                    : element;
        }

        boolean isWrittenLike(Member other) {
            return exact == other.exact && type.equals(other.type);
        }

        /** The type, for messages. */
        String typeInWords() {
            return exact ? type : type + " (which may be extended)";
        }
    }

    /** Splits the text into sections, the class' own first. The other side's text may be malformed. */
    Map<String, Section> sections() {
        Map<String, Section> sections = new LinkedHashMap<>();
        for (String section : text.split(BETWEEN, -1)) {
            String name = className;
            String rest = section;
            if (!sections.isEmpty()) {
                int end = section.indexOf('\n');
                name = end < 0 ? section : section.substring(0, end);
                rest = end < 0 ? "" : section.substring(end + 1);
            }
            String[] lines = rest.split("\n", -1);
            List<Member> members = new ArrayList<>();
            for (int i = 1; i < lines.length; i++) {
                members.add(member(lines[i]));
            }
            sections.putIfAbsent(name, new Section(name, lines[0], members, rest));
        }
        return sections;
    }

    private static Member member(String line) {
        String rest = line;
        List<String> formerNames = List.of();
        int was = rest.indexOf(WAS);
        if (was >= 0) {
            formerNames = List.of(rest.substring(was + WAS.length()).split(","));
            rest = rest.substring(0, was);
        }
        boolean exact = rest.endsWith(EXACT);
        if (exact) {
            rest = rest.substring(0, rest.length() - EXACT.length());
        }
        int space = rest.indexOf(' ');
        return space < 0
                ? new Member(rest, "", exact, formerNames)
                : new Member(rest.substring(0, space), rest.substring(space + 1), exact, formerNames);
    }
}
