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

/** Writes and reads the {@link Further} kinds, and finds the kind of a class. */
final class FurtherClasses extends Serializer<Object> {

    /** Stands for all these classes in the tables. */
    static final class Any {
        private Any() {}
    }

    private static final int NO_KIND = -1;

    /** Made on first use, with room on the stack, and again if that failed. */
    private static volatile Table known;

    /** The less common classes of the JDK. A table loads them. */
    private static final class Table {

        final Further[] kinds = Further.values();
        final Map<Class<?>, Further> byClass = new IdentityHashMap<>();

        /** By name, because the module of some may be missing. They define their Java form, and it does nothing. */
        final Set<String> ofJavaForm = Set.of(
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

        /** The kind's ordinal: the class is the JDK's, and a constant would keep Nearcall's loader alive with it. */
        final ClassValue<Integer> kindOf = new ClassValue<>() {
            @Override
            protected Integer computeValue(Class<?> type) {
                Further kind = findKind(type);
                return kind == null ? NO_KIND : kind.ordinal();
            }
        };

        Table() {
            for (Further kind : kinds) {
                for (Class<?> type : kind.types()) {
                    byClass.put(type, kind);
                }
            }
        }

        private Further findKind(Class<?> type) {
            Further exact = byClass.get(type);
            if (exact != null) {
                return exact;
            }
            if (ofJavaForm.contains(type.getName()) && TravelRules.ofTheJdk(type)) {
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
    }

    private static Table table() {
        Table table = known;
        if (table == null) {
            StackRoom.require();
            table = new Table();
            known = table;
        }
        return table;
    }

    /** Whether objects of the class, or of its subclasses if it has no objects, travel in this way. */
    static boolean contains(Class<?> type) {
        return table().kindOf.get(type) != NO_KIND;
    }

    /** Whether the table names the class. */
    static boolean names(Class<?> type) {
        return table().byClass.containsKey(type);
    }

    /** Whether objects of the class of that name travel in the form that Java gives them. */
    static boolean isOfJavaForm(String name) {
        return table().ofJavaForm.contains(name);
    }

    static Collection<Class<?>> all() {
        return Collections.unmodifiableSet(table().byClass.keySet());
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
            // Elements of one such as that of asLifoQueue come out in an order that nothing tells.
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
        Table table = table();
        Further kind = table.kinds[table.kindOf.get(object.getClass())];
        output.writeVarInt(kind.ordinal(), true);
        ((Serializer<Object>) kind.codec()).write(kryo, output, object);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        int kind = input.readVarInt(true);
        Further[] kinds = table().kinds;
        if (kind < 0 || kind >= kinds.length) {
            throw new MalformedMessage("No kind of class of the JDK has the number " + kind
                    + ": the other side may be of a newer version of Nearcall");
        }
        return ((Serializer<Object>) kinds[kind].codec()).read(kryo, input, Object.class);
    }
}
