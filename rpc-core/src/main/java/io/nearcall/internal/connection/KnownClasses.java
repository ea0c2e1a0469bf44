// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.codec.AllowedClasses;
import io.nearcall.internal.codec.ClassFiles;
import io.nearcall.internal.codec.ClassNotAllowed;
import io.nearcall.internal.codec.RemoteTypes;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The classes that may travel to and from an endpoint: those that its interfaces name, and allowed ones. */
final class KnownClasses {

    private final AllowedClasses allowed;
    private final boolean remoteInterfaces;
    private final Reference<ClassLoader> loader;
    private final Map<String, Class<?>> named = new ConcurrentHashMap<>();

    /**
     * Knows no class at first.
     *
     * @param remoteInterfaces whether all interfaces of Java RMI's kind that the loader finds are allowed
     * @param loader finds the classes that are allowed by their package; if it is gone, Nearcall's own loader does
     */
    KnownClasses(AllowedClasses allowed, boolean remoteInterfaces, Reference<ClassLoader> loader) {
        this.allowed = allowed;
        this.remoteInterfaces = remoteInterfaces;
        this.loader = loader;
    }

    /** Adds classes that an exported or looked-up interface names, or that the user has named. */
    void add(Collection<Class<?>> classes) {
        for (Class<?> type : classes) {
            named.putIfAbsent(type.getName(), type);
        }
    }

    /** The classes that a class's serialised form may contain: allowed ones, and all that are named until then. */
    AllowedClasses allowed() {
        return allowed.withGrowing(named);
    }

    ClassLoader loader() {
        ClassLoader found = loader.get();
        return found != null ? found : KnownClasses.class.getClassLoader();
    }

    /** The class of that name if it may travel, else null. Loads a class only if it was allowed, and initialises none. */
    Class<?> find(String name) {
        Class<?> type = named.get(name);
        if (type != null) {
            return type;
        }
        int dimensions = dimensions(name);
        if (dimensions > AllowedClasses.MAX_DIMENSIONS) {
            return null;
        } else if (dimensions > 1) {
            Class<?> array = find(name.substring(dimensions - 1));
            return array == null
                    ? null
                    : Array.newInstance(array, new int[dimensions - 1]).getClass();
        } else if (name.startsWith("[L") && name.endsWith(";") && !name.startsWith("[", 2)) {
            Class<?> element = find(name.substring(2, name.length() - 1)); // it may come from another loader than ours
            if (element != null) {
                return element.arrayType();
            }
        }
        if (remoteInterfaces
                && !allowed.allows(name)
                && (RemoteTypes.isMarker(name) || ClassFiles.isRemoteInterface(name, loader()))) {
            return remoteInterface(name);
        }
        try {
            return allowed.load(name, loader());
        } catch (ClassNotAllowed e) {
            return null;
        }
    }

    private static int dimensions(String name) {
        int dimensions = 0;
        while (name.startsWith("[", dimensions)) {
            dimensions++;
        }
        return dimensions;
    }

    private Class<?> remoteInterface(String name) {
        try {
            Class<?> type = Class.forName(name, false, loader());
            if (RemoteTypes.isRemote(type)) { // as its file said, unless the loader changes the classes that it loads
                add(List.of(type));
                return type;
            }
        } catch (ClassNotFoundException | LinkageError e) {
            // treated as if it were not there
        }
        return null;
    }
}
