// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/** Writes and reads the {@link Further} kinds, and finds that of a class. */
final class FurtherClasses extends Serializer<Object> {

    /** Stands for all of these classes in the tables. */
    static final class Any {
        private Any() {}
    }

    private static final Further[] KINDS = Further.values();
    private static final Map<Class<?>, Further> BY_CLASS = new IdentityHashMap<>();

    /** By name, because the module of some may be missing. Their Java form is their own affair and does nothing. */
    static final Set<String> OF_JAVA_FORM = Set.of(
            "java.sql.Date",
            "java.sql.Time",
            "java.sql.Timestamp",
            "java.time.chrono.HijrahDate",
            "java.time.chrono.JapaneseDate",
            "java.time.chrono.MinguoDate",
            "java.time.chrono.ThaiBuddhistDate",
            "java.time.temporal.ValueRange",
            "java.time.temporal.WeekFields",
            "java.util.SimpleTimeZone");

    private static final int NO_KIND = -1;

    /** By its ordinal: the class is the JDK's, and would keep Nearcall's loader alive by the constant itself. */
    private static final ClassValue<Integer> KIND = new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
            Further kind = findKind(type);
            return kind == null ? NO_KIND : kind.ordinal();
        }
    };

    static {
        for (Further kind : KINDS) {
            for (Class<?> type : kind.types()) {
                BY_CLASS.put(type, kind);
            }
        }
    }

    /** Whether objects of the class, or of classes below it if it has no objects, travel in this way. */
    static boolean contains(Class<?> type) {
        return KIND.get(type) != NO_KIND;
    }

    /** Whether it is one of those that the table names. */
    static boolean names(Class<?> type) {
        return BY_CLASS.containsKey(type);
    }

    static Collection<Class<?>> all() {
        return Collections.unmodifiableSet(BY_CLASS.keySet());
    }

    private static Further findKind(Class<?> type) {
        Further exact = BY_CLASS.get(type);
        if (exact != null) {
            return exact;
        }
        if (OF_JAVA_FORM.contains(type.getName()) && TravelRules.ofTheJdk(type)) {
            return Further.JAVA_FORM;
        }
        if (Charset.class.isAssignableFrom(type)) {
            return Further.CHARSET;
        }
        if (Path.class.isAssignableFrom(type)) {
            return Further.PATH;
        }
        return TravelRules.isHiddenInJavaUtil(type) ? kindOfView(type) : null;
    }

    private static Further kindOfView(Class<?> type) {
        if (List.class.isAssignableFrom(type)) {
            return Further.LIST_VIEW;
        }
        if (SortedSet.class.isAssignableFrom(type)) {
            return Further.SORTED_SET_VIEW;
        }
        if (Set.class.isAssignableFrom(type)) {
            return Further.SET_VIEW;
        }
        if (Deque.class.isAssignableFrom(type)) {
            return Further.DEQUE_VIEW;
        }
        if (Queue.class.isAssignableFrom(type)) {
            // What is added to one such as that of asLifoQueue comes out in an order that nothing tells.
            return null;
        }
        if (Collection.class.isAssignableFrom(type)) {
            return Further.COLLECTION_VIEW;
        }
        if (SortedMap.class.isAssignableFrom(type)) {
            return Further.SORTED_MAP_VIEW;
        }
        if (Map.class.isAssignableFrom(type)) {
            return Further.MAP_VIEW;
        }
        return Map.Entry.class.isAssignableFrom(type) ? Further.ENTRY_VIEW : null;
    }

    @Override
    @SuppressWarnings("unchecked")
    public void write(Kryo kryo, Output output, Object object) {
        Further kind = KINDS[KIND.get(object.getClass())];
        output.writeVarInt(kind.ordinal(), true);
        ((Serializer<Object>) kind.codec()).write(kryo, output, object);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        int kind = input.readVarInt(true);
        if (kind < 0 || kind >= KINDS.length) {
            throw new MalformedMessage("No kind of class of the JDK has the number " + kind
                    + ": the other side may be of a newer version of Nearcall");
        }
        return ((Serializer<Object>) KINDS[kind].codec()).read(kryo, input, Object.class);
    }
}
