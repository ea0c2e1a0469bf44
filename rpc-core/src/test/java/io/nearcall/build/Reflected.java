// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build;

import com.esotericsoftware.kryo.kryo5.objenesis.instantiator.ObjectInstantiator;
import com.esotericsoftware.kryo.kryo5.objenesis.strategy.StdInstantiatorStrategy;
import java.io.InputStream;
import java.io.ObjectStreamClass;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Replaces the JDK's reflection in classes that {@link ReflectionRecorder} has rewritten, and notes each access. */
public final class Reflected {

    /** What was looked up or reflected upon: its kind, the type, and a member. */
    public enum Kind {
        /** Found by its name. */
        NAMED,
        /** Asked for all members of a kind; the member is the flag that names them in the metadata. */
        ALL,
        /** Called or read by reflection; the member is its name, for methods with the types of the parameters. */
        USED,
        /** Made without its constructor, or an array. */
        ALLOCATED,
        /** Written or read by Java's serialisation. */
        SERIALIZED,
        /** A resource that was found; no type. */
        RESOURCE
    }

    private static final String CLASS_FILE = ".class";

    private static final Set<String> LINES = new TreeSet<>();

    private Reflected() {}

    /** Prints a line for each, and an empty one. */
    public static synchronized void print() {
        LINES.forEach(System.out::println);
        System.out.println();
    }

    private static synchronized void note(Kind kind, String type, String member) {
        LINES.add(kind + "\t" + type + "\t" + member);
    }

    static String nameOf(Class<?> type) {
        return type.isArray() ? nameOf(type.getComponentType()) + "[]" : type.getName();
    }

    static String signature(String name, Class<?>... parameters) {
        return name + Stream.of(parameters).map(Reflected::nameOf).collect(Collectors.joining(",", "(", ")"));
    }

    private static void noteAll(Class<?> type, String flag) {
        note(Kind.ALL, nameOf(type), flag);
    }

    public static Class<?> forName(String name) throws ClassNotFoundException {
        return forName(name, true, Reflected.class.getClassLoader());
    }

    public static Class<?> forName(String name, boolean initialize, ClassLoader loader) throws ClassNotFoundException {
        Class<?> found = Class.forName(name, initialize, loader);
        note(Kind.NAMED, nameOf(found), "");
        return found;
    }

    public static Method[] getMethods(Class<?> type) {
        noteAll(type, "allPublicMethods");
        return type.getMethods();
    }

    public static Method[] getDeclaredMethods(Class<?> type) {
        noteAll(type, "allDeclaredMethods");
        return type.getDeclaredMethods();
    }

    public static Field[] getFields(Class<?> type) {
        noteAll(type, "allPublicFields");
        return type.getFields();
    }

    public static Field[] getDeclaredFields(Class<?> type) {
        noteAll(type, "allDeclaredFields");
        return type.getDeclaredFields();
    }

    public static Constructor<?>[] getConstructors(Class<?> type) {
        noteAll(type, "allPublicConstructors");
        return type.getConstructors();
    }

    public static Constructor<?>[] getDeclaredConstructors(Class<?> type) {
        noteAll(type, "allDeclaredConstructors");
        return type.getDeclaredConstructors();
    }

    public static RecordComponent[] getRecordComponents(Class<?> type) {
        noteAll(type, "allDeclaredFields");
        return type.getRecordComponents();
    }

    public static Class<?>[] getPermittedSubclasses(Class<?> type) {
        note(Kind.NAMED, nameOf(type), "");
        return type.getPermittedSubclasses();
    }

    public static Method getMethod(Class<?> type, String name, Class<?>... parameters) throws NoSuchMethodException {
        return noted(type.getMethod(name, parameters));
    }

    public static Method getDeclaredMethod(Class<?> type, String name, Class<?>... parameters)
            throws NoSuchMethodException {
        return noted(type.getDeclaredMethod(name, parameters));
    }

    public static Field getField(Class<?> type, String name) throws NoSuchFieldException {
        return noted(type.getField(name));
    }

    public static Field getDeclaredField(Class<?> type, String name) throws NoSuchFieldException {
        return noted(type.getDeclaredField(name));
    }

    public static Constructor<?> getConstructor(Class<?> type, Class<?>... parameters) throws NoSuchMethodException {
        return noted(type.getConstructor(parameters));
    }

    public static Constructor<?> getDeclaredConstructor(Class<?> type, Class<?>... parameters)
            throws NoSuchMethodException {
        return noted(type.getDeclaredConstructor(parameters));
    }

    private static <T extends Executable> T noted(T executable) {
        String name = executable instanceof Constructor ? "<init>" : executable.getName();
        note(Kind.USED, nameOf(executable.getDeclaringClass()), signature(name, executable.getParameterTypes()));
        return executable;
    }

    private static Field noted(Field field) {
        note(Kind.USED, nameOf(field.getDeclaringClass()), field.getName());
        return field;
    }

    /** Called before {@link Constructor#newInstance}. */
    public static void constructs(Constructor<?> constructor, Object... arguments) {
        noted(constructor);
    }

    /** Called before {@code unreflectConstructor}. */
    public static void constructs(MethodHandles.Lookup lookup, Constructor<?> constructor) {
        noted(constructor);
    }

    /** Called before {@code unreflectGetter} and {@code unreflectSetter}. */
    public static void accesses(MethodHandles.Lookup lookup, Field field) {
        noted(field);
    }

    public static Object newInstance(Class<?> component, int length) {
        note(Kind.ALLOCATED, nameOf(component) + "[]", "");
        return Array.newInstance(component, length);
    }

    public static ObjectInstantiator<?> newInstantiatorOf(StdInstantiatorStrategy strategy, Class<?> type) {
        note(Kind.ALLOCATED, nameOf(type), "");
        return strategy.newInstantiatorOf(type);
    }

    /** Called instead of the look-up of a stream's class. */
    public static void resolves(ObjectStreamClass description) throws ClassNotFoundException {
        Class<?> type = Class.forName(description.getName(), false, Reflected.class.getClassLoader());
        note(Kind.SERIALIZED, nameOf(type), "");
    }

    /** An image has no class files. */
    public static URL getResource(ClassLoader loader, String name) {
        return name.endsWith(CLASS_FILE) ? null : noted(loader.getResource(name), name);
    }

    /** As above. */
    public static InputStream getResourceAsStream(ClassLoader loader, String name) {
        return name.endsWith(CLASS_FILE) ? null : noted(loader.getResourceAsStream(name), name);
    }

    public static InputStream getResourceAsStream(Class<?> type, String name) {
        return noted(type.getResourceAsStream(name), name.replaceFirst("^/", ""));
    }

    private static <T> T noted(T resource, String name) {
        if (resource != null) {
            note(Kind.RESOURCE, name, "");
        }
        return resource;
    }
}
