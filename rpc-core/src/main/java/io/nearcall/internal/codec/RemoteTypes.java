// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import io.nearcall.codegen.Stub;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Tells which objects travel by reference, and as which interfaces. */
public final class RemoteTypes {

    // The value refers only to interfaces of the class itself, so it lives and dies with the class.
    private static final ClassValue<List<Class<?>>> OF_CLASS = new ClassValue<>() {
        @Override
        protected List<Class<?>> computeValue(Class<?> type) {
            return find(type);
        }
    };

    /** By name: the module java.rmi may be missing, and applications that do not use it must not load it. */
    static final String MARKER_OF_RMI = "java.rmi.Remote";

    private static final String BASE_OF_RMI = "java.rmi.server.RemoteObject";

    private static final Set<Class<?>> STREAMED = Set.of(
            Iterator.class, Stream.class, IntStream.class, LongStream.class, DoubleStream.class, Flow.Publisher.class);

    private RemoteTypes() {}

    /** Whether the elements of a parameter or result of this declared type are fetched as they are consumed. */
    public static boolean isStreamed(Class<?> type) {
        return STREAMED.contains(type);
    }

    /** Whether the type is {@code java.rmi.Remote} itself, which all remote interfaces of Java RMI extend. */
    static boolean isMarker(Class<?> type) {
        return isMarker(type.getName());
    }

    /** As above, by the name of the type. */
    public static boolean isMarker(String name) {
        return name.equals(MARKER_OF_RMI);
    }

    /** Whether the type is a remote interface by the rules of Java RMI. */
    public static boolean isOfRmi(Class<?> type) {
        if (!type.isInterface()) {
            return false;
        }
        for (Class<?> parent : type.getInterfaces()) {
            if (isMarker(parent) || isOfRmi(parent)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the class of an object implements {@code java.rmi.Remote}, directly or through another interface. */
    public static boolean isObjectOfRmi(Object object) {
        for (Class<?> type : of(object.getClass())) {
            if (isMarker(type) || isOfRmi(type)) {
                return true;
            }
        }
        return false;
    }

    /** Whether Java RMI itself exports the object, or made it as a stub. Compares names, as {@link #MARKER_OF_RMI}. */
    public static boolean isExportedByRmi(Object object) {
        Object made = Proxy.isProxyClass(object.getClass()) ? Proxy.getInvocationHandler(object) : object;
        for (Class<?> type = made.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getName().equals(BASE_OF_RMI)) { // also extended by the handlers of its stubs
                return true;
            }
        }
        return false;
    }

    /** Whether objects of the class travel by reference: it implements a remote interface, or is that of a stub. */
    public static boolean isByReference(Class<?> type) {
        return !type.isInterface()
                && (Stub.class.isAssignableFrom(type) || !OF_CLASS.get(type).isEmpty());
    }

    /** Whether the type is an interface whose implementations travel by reference. */
    public static boolean isRemote(Class<?> type) {
        return type.isInterface() && OF_CLASS.get(type).contains(type);
    }

    /** The remote interfaces of a class, except those that another of them extends; sorted by name. */
    public static List<Class<?>> of(Class<?> type) {
        return OF_CLASS.get(type);
    }

    /** The remote interface of this name among all that a class implements; null if there is none. */
    public static Class<?> named(Class<?> type, String name) {
        for (Class<?> each : TravelRules.supertypes(type)) {
            if (each.getName().equals(name) && isMarked(each)) {
                return each;
            }
        }
        return null;
    }

    private static List<Class<?>> find(Class<?> type) {
        List<Class<?>> all = new ArrayList<>();
        for (Class<?> each : TravelRules.supertypes(type)) {
            if (isMarked(each)) {
                all.add(each);
            }
        }
        List<Class<?>> found = new ArrayList<>();
        for (Class<?> candidate : all) {
            if (!isExtendedIn(all, candidate)) {
                found.add(candidate);
            }
        }
        if (found.size() > 1) { // avoids the lambda for the usual class, which has none or one
            found.sort((one, other) -> one.getName().compareTo(other.getName()));
        }
        return List.copyOf(found);
    }

    private static boolean isExtendedIn(List<Class<?>> all, Class<?> candidate) {
        for (Class<?> other : all) {
            if (other != candidate && candidate.isAssignableFrom(other)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isMarked(Class<?> type) {
        return type.isInterface()
                && (TypeMarks.has(type, RemoteObject.class)
                        || TypeMarks.has(type, RemoteService.class)
                        || isMarker(type) // for an object without any other: nobody calls it, but it can be told apart
                        || isOfRmi(type));
    }
}
