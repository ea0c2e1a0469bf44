// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import io.nearcall.codegen.internal.GeneratedClasses;
import java.util.List;
import java.util.Map;

/**
 * An interface that has been found fit to be called remotely: its method table, and its stub and skeleton, whose classes
 * are generated when first asked for. Safe for use by any number of threads.
 *
 * <p>Remote are the abstract methods, inherited ones included, once per name and erased descriptor. Default methods, and
 * so the bridges of the compiler, run on the caller's side; static and private ones do not count; what {@link Object}
 * declares is answered by the stub. The generated classes live as long as this object, a stub or a
 * skeleton does, and keep nothing alive but what the interface itself does.
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
     * Analyses an interface; generates nothing yet.
     *
     * @throws InvalidRemoteInterface if it cannot be called remotely, with everything that is wrong with it
     */
    public static <T> RemoteInterface<T> of(Class<T> type, InterfaceRules rules) {
        return new RemoteInterface<>(type, Inspection.methodsOf(type, rules));
    }

    public Class<T> type() {
        return type;
    }

    /** The method table, sorted by name and then by descriptor; a method's index is its position. Immutable. */
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

    /** The class files of stub and skeleton, by name, to be kept beside the interface: then neither is generated at run time. */
    public Map<String, byte[]> classFiles() {
        return classes.classFiles();
    }

    @Override
    public String toString() {
        return type.getName() + methods;
    }
}
