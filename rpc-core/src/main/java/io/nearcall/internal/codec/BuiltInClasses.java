// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Serializer;
import java.lang.reflect.Modifier;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SimpleTimeZone;
import java.util.TimeZone;

/** Finds the {@link BuiltIn} kind of a class. */
final class BuiltInClasses {

    /** Ids from here on are agreed per connection. */
    static final int FIRST_FREE_ID = 120;

    private static final BuiltIn[] KINDS = BuiltIn.values();
    private static final Map<Class<?>, BuiltIn> BY_CLASS = new IdentityHashMap<>();

    private static final ClassValue<Boolean> IS_VALUE = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            Class<?> canonical = canonical(type);
            BuiltIn kind = BY_CLASS.get(canonical);
            return canonical.isEnum() || kind != null && kind.isValue();
        }
    };

    static {
        if (KINDS.length > FIRST_FREE_ID) {
            throw new IllegalStateException("FIRST_FREE_ID=" + FIRST_FREE_ID + " kinds=" + KINDS.length);
        }
        for (BuiltIn kind : KINDS) {
            for (Class<?> type : kind.types()) {
                BY_CLASS.put(type, kind);
            }
        }
    }

    private BuiltInClasses() {}

    /** The id of a class, even if its objects travel under another class; -1 if it is not built in. */
    static int idOf(Class<?> type) {
        BuiltIn kind = BY_CLASS.get(canonical(type));
        return kind == null ? -1 : kind.id();
    }

    /** Whether objects of the class travel by value in a built-in form, which is the same everywhere. */
    static boolean contains(Class<?> type) {
        return idOf(type) >= 0 && !RemoteTypes.isByReference(type);
    }

    /** The class of a built-in id; {@code null} if there is none. */
    static Class<?> classOf(int id) {
        return id < KINDS.length ? KINDS[id].type() : null;
    }

    static Serializer<?> serializer(int id) {
        return KINDS[id].codec();
    }

    /** The classes of all built-in kinds, except those that are Nearcall's own. */
    static Collection<Class<?>> all() {
        List<Class<?>> all = new ArrayList<>();
        for (BuiltIn kind : KINDS) {
            if (isNamed(kind)) {
                all.add(kind.type());
            }
        }
        all.addAll(FurtherClasses.all());
        return all;
    }

    private static boolean isNamed(BuiltIn kind) {
        return kind != BuiltIn.FURTHER && kind != BuiltIn.REMOTE_REFERENCE && kind != BuiltIn.BATCH;
    }

    /** Whether a variable of that type can hold an object of {@link #all()}. Mostly asked about common collections. */
    static boolean isAboveOne(Class<?> type) {
        for (BuiltIn kind : KINDS) {
            if (isNamed(kind) && type.isAssignableFrom(kind.type())) {
                return true;
            }
        }
        for (Class<?> further : FurtherClasses.all()) {
            if (type.isAssignableFrom(further)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether objects of the class are nothing but their value, so that one that is written twice may arrive as two.
     * Part of the protocol: a reference number is written for all other objects.
     */
    static boolean isValue(Class<?> type) {
        return IS_VALUE.get(type);
    }

    /** The class under which objects of class {@code type} travel, unless a method says that they travel by value. */
    static Class<?> canonical(Class<?> type) {
        BuiltIn kind = BY_CLASS.get(type);
        if (kind != null) {
            return kind.type();
        }
        if (Enum.class.isAssignableFrom(type) && type != Enum.class && !type.isEnum()) {
            // A constant with a body.
            return type.getSuperclass();
        }
        if (EnumSet.class.isAssignableFrom(type)) {
            return EnumSet.class;
        }
        if (TimeZone.class.isAssignableFrom(type) && TravelRules.ofTheJdk(type) && type != SimpleTimeZone.class) {
            // The JDK's own have no public class, and making one to ask for its class takes 20 ms in a fresh JVM.
            return TimeZone.class;
        }
        if (Throwable.class.isAssignableFrom(type)) {
            // Exceptions carry their class name with them.
            return Throwable.class;
        }
        if (RemoteTypes.isByReference(type)) {
            return RemoteReference.class;
        }
        // A class that the JDK hides below a public one, such as that of LinkedList.reversed().
        Class<?> parent = type.getSuperclass();
        if (parent != null
                && BY_CLASS.containsKey(parent)
                && Modifier.isPublic(parent.getModifiers())
                && TravelRules.isHiddenInJavaUtil(type)
                && !FurtherClasses.names(type)) {
            return BY_CLASS.get(parent).type();
        }
        return mayBeFurther(type) && FurtherClasses.contains(type) ? FurtherClasses.Any.class : type;
    }

    /** Most classes that come here are not further ones, and need not load what {@link FurtherClasses} names. */
    private static boolean mayBeFurther(Class<?> type) {
        return TravelRules.ofTheJdk(type) && type.getSuperclass() != null && !type.isArray()
                || Path.class.isAssignableFrom(type)
                || Charset.class.isAssignableFrom(type);
    }
}
