// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import io.nearcall.codegen.internal.GeneratedClasses;
import java.util.List;
import java.util.Map;

/**
 * An interface that can be called remotely: its method table, stub and skeleton. The classes of stub and skeleton are
 * generated when they are first needed. Safe for use by any number of threads.
 *
 * <p>The remote methods are the abstract methods, including inherited ones, once per name and erased descriptor.
 * Default methods, and so the bridges of the compiler, run on the caller's side. Static and private methods are
 * ignored. The stub answers the methods of {@link Object}. The generated classes live as long as this object, a stub or
 * a skeleton. They keep nothing alive except what the interface itself keeps alive.
 */
public final class RemoteInterface<T> {

    private final Class<T> type;
    private final List<RemoteMethod> methods;
    private final GeneratedClasses classes;

    private RemoteInterface(Class<T> type, List<RemoteMethod> methods) {
        this.type = type;
        this.methods = methods;
        this.classes = GeneratedClasses.of(type, methods);
    }

    /**
     * Analyses an interface. Generates nothing yet.
     *
     * @throws InvalidRemoteInterface if the interface cannot be called remotely, with all its faults
     */
    public static <T> RemoteInterface<T> of(Class<T> type, InterfaceRules rules) {
        return new RemoteInterface<>(type, Inspection.methodsOf(type, rules));
    }

    public Class<T> type() {
        return type;
    }

    /** The method table, sorted by name and then by descriptor. A method's index is its position. Immutable. */
    public List<RemoteMethod> methods() {
        return methods;
    }

    /**
     * The method at a position of the table.
     *
     * @throws IndexOutOfBoundsException if there is none
     */
    public RemoteMethod method(int index) {
        return methods.get(index);
    }

    /** A new stub whose calls go to {@code target}. */
    public T stub(RemoteTarget target) {
        return type.cast(classes.newStub(target));
    }

    /** The dispatcher of this interface, always the same one. */
    public Skeleton skeleton() {
        return classes.skeleton();
    }

    /** The class files of stub and skeleton, by name. If they lie beside the interface, the runtime generates none. */
    public Map<String, byte[]> classFiles() {
        return classes.classFiles();
    }

    @Override
    public String toString() {
        return type.getName() + methods;
    }
}
