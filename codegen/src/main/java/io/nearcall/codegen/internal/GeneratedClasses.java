// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.RemoteMethod;
import io.nearcall.codegen.RemoteTarget;
import io.nearcall.codegen.Skeleton;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** The stub and skeleton classes of one interface, each generated when first asked for. Thread-safe. */
public final class GeneratedClasses {

    /*
     * The interface's class holds this cache entry, whose own classes belong to the JDK and whose referent is weak: so
     * an interface of a long-lived loader does not keep ours alive, and we have no table that would keep its loader
     * alive. The classes in turn hold this object, so that they are not generated again while a stub is in use.
     */
    private static final ClassValue<AtomicReference<WeakReference<GeneratedClasses>>> CACHE = new ClassValue<>() {
        @Override
        protected AtomicReference<WeakReference<GeneratedClasses>> computeValue(Class<?> type) {
            return new AtomicReference<>();
        }
    };

    private final Class<?> type;
    private final List<RemoteMethod> methods;
    private final List<String> ways;
    private final ClassHome home;
    private volatile Constructor<?> stubConstructor;
    private volatile Skeleton skeleton;

    private GeneratedClasses(Class<?> type, List<RemoteMethod> methods) {
        this.type = type;
        this.methods = methods;
        this.ways = waysOf(methods);
        this.home = ClassHome.of(List.of(type), methods, this);
    }

    /** The classes for these methods, shared with whoever uses the interface in the same way. */
    public static GeneratedClasses of(Class<?> type, List<RemoteMethod> methods) {
        AtomicReference<WeakReference<GeneratedClasses>> entry = CACHE.get(type);
        WeakReference<GeneratedClasses> reference = entry.get();
        GeneratedClasses cached = reference == null ? null : reference.get();
        // The methods follow from the type; what is one-way, a reference or translated is a matter of who looks at it.
        if (cached != null && cached.ways.equals(waysOf(methods))) {
            return cached;
        }
        GeneratedClasses classes = new GeneratedClasses(type, methods);
        entry.set(new WeakReference<>(classes));
        return classes;
    }

    private static List<String> waysOf(List<RemoteMethod> methods) {
        List<String> ways = new ArrayList<>(methods.size());
        for (RemoteMethod method : methods) {
            String failures = (method.isFailureTranslated() ? "!" : "") + (method.isRepeatable() ? "again" : "");
            ways.add(method.kind() + method.wireForm() + failures);
        }
        return ways;
    }

    /** The constructor of a stub of several interfaces, which lives with the first of them, as its companion does. */
    public static Constructor<?> facetedStub(List<RemoteInterface<?>> facets, Object companion) {
        Class<?> first = facets.get(0).type();
        List<RemoteMethod> methods = new ArrayList<>();
        facets.forEach(facet -> methods.addAll(facet.methods()));
        List<Class<?>> types = new ArrayList<>();
        facets.forEach(facet -> types.add(facet.type()));
        ClassHome home = ClassHome.of(types, methods, companion);
        String name = home.nameFor(first, "$Facets");
        return constructor(home.define(name, StubClass.write(facets, name)), RemoteTarget.class);
    }

    /** A new instance of the stub class. */
    public Object newStub(RemoteTarget target) {
        Constructor<?> constructor = stubConstructor;
        if (constructor == null) {
            constructor = stubConstructor();
        }
        return newInstance(constructor, target);
    }

    /** The only instance of the skeleton class. */
    public Skeleton skeleton() {
        Skeleton existing = skeleton;
        return existing != null ? existing : newSkeleton();
    }

    private synchronized Constructor<?> stubConstructor() {
        if (stubConstructor == null) {
            String name = home.nameFor(type, "$Stub");
            Class<?> stub = home.define(name, StubClass.write(type, methods, name));
            stubConstructor = constructor(stub, RemoteTarget.class);
        }
        return stubConstructor;
    }

    private synchronized Skeleton newSkeleton() {
        if (skeleton == null) {
            String name = home.nameFor(type, "$Skeleton");
            Class<?> generated = home.define(name, SkeletonClass.write(type, methods, name));
            skeleton = (Skeleton) newInstance(constructor(generated));
        }
        return skeleton;
    }

    /** The constructor of a generated stub class. */
    public static Constructor<?> stubConstructor(Class<?> stub) {
        return constructor(stub, RemoteTarget.class);
    }

    private static Constructor<?> constructor(Class<?> generated, Class<?>... parameters) {
        try {
            return generated.getConstructor(parameters);
        } catch (NoSuchMethodException e) {
            throw new AssertionError(generated + " was generated without its constructor", e);
        }
    }

    public static Object newInstance(Constructor<?> constructor, Object... arguments) {
        try {
            return constructor.newInstance(arguments);
        } catch (InstantiationException | IllegalAccessException | InvocationTargetException e) {
            throw new AssertionError(constructor.getDeclaringClass() + " was generated inaccessible", e);
        }
    }
}
