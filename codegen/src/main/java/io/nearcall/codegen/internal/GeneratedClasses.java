// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.RemoteMethod;
import io.nearcall.codegen.RemoteTarget;
import io.nearcall.codegen.Skeleton;
import io.nearcall.codegen.Stub;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/** The stub and skeleton classes of one interface. Each is generated when it is first needed. Thread-safe. */
public final class GeneratedClasses {

    /*
     * The interface's class holds this cache entry. The classes of the entry belong to the JDK, and its referent is
     * weak. So an interface of a long-lived loader does not keep our loader alive, and we have no table that would keep
     * the interface's loader alive. The generated classes hold this object, so they are not generated again while a
     * stub is in use.
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
    private final long fingerprint;
    private ClassHome home; // guarded by this
    private volatile Constructor<?> stubConstructor;
    private volatile Skeleton skeleton;

    private GeneratedClasses(Class<?> type, List<RemoteMethod> methods) {
        this.type = type;
        this.methods = methods;
        this.ways = waysOf(methods);
        this.fingerprint = BuiltClasses.fingerprint(type, methods, ways);
    }

    /** The classes for these methods, shared by everyone who uses the interface in the same way. */
    public static GeneratedClasses of(Class<?> type, List<RemoteMethod> methods) {
        AtomicReference<WeakReference<GeneratedClasses>> entry = CACHE.get(type);
        WeakReference<GeneratedClasses> reference = entry.get();
        GeneratedClasses cached = reference == null ? null : reference.get();
        // The type determines the methods. The rules of the user determine what is one-way, a reference or translated.
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

    /** The constructor of a stub of several interfaces. Its class lives with the first, and keeps the companion. */
    public static Constructor<?> facetedStub(List<RemoteInterface<?>> facets, Object companion) {
        Class<?> first = facets.get(0).type();
        List<RemoteMethod> methods = new ArrayList<>();
        facets.forEach(facet -> methods.addAll(facet.methods()));
        List<Class<?>> types = new ArrayList<>();
        facets.forEach(facet -> types.add(facet.type()));
        requireGenerator("stub of " + types.stream().map(Class::getName).collect(Collectors.joining(" and ")));
        ClassHome home = ClassHome.of(types, methods, companion);
        String name = ClassHome.nameFor(first, "$Facets");
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
            Constructor<?> built = builtStub();
            stubConstructor = built != null ? built : constructor(generatedStub(), RemoteTarget.class);
        }
        return stubConstructor;
    }

    private synchronized Skeleton newSkeleton() {
        if (skeleton == null) {
            Skeleton built = builtSkeleton();
            skeleton = built != null ? built : (Skeleton) newInstance(constructor(generatedSkeleton()));
        }
        return skeleton;
    }

    private Constructor<?> builtStub() {
        Class<?> built = BuiltClasses.find(type, BuiltClasses.STUB, Stub.class);
        if (built == null) {
            return null;
        }
        Constructor<?> constructor = constructor(built, RemoteTarget.class);
        Stub stub = (Stub) newInstance(constructor, (RemoteTarget) null);
        return isUpToDate(built, stub.$fingerprint()) ? constructor : null;
    }

    private Skeleton builtSkeleton() {
        Class<?> built = BuiltClasses.find(type, BuiltClasses.SKELETON, Skeleton.class);
        if (built == null) {
            return null;
        }
        Skeleton candidate = (Skeleton) newInstance(constructor(built));
        return isUpToDate(built, candidate.fingerprint()) ? candidate : null;
    }

    private boolean isUpToDate(Class<?> built, long itsFingerprint) {
        if (itsFingerprint != fingerprint) {
            BuiltClasses.tellOutdated(built, type);
        }
        return itsFingerprint == fingerprint;
    }

    private Class<?> generatedStub() {
        requireGenerator("stub of " + type.getName());
        String name = ClassHome.nameFor(type, "$Stub");
        return home().define(name, StubClass.write(type, methods, fingerprint, name));
    }

    private Class<?> generatedSkeleton() {
        requireGenerator("skeleton of " + type.getName());
        String name = ClassHome.nameFor(type, "$Skeleton");
        return home().define(name, SkeletonClass.write(type, methods, fingerprint, name));
    }

    private static void requireGenerator(String what) {
        BuiltClasses.requireGeneration(what);
        if (!isGeneratorThere()) {
            throw new IllegalStateException("There is no " + what
                    + " from the build, and Byte Buddy, which generates classes, is not on the"
                    + " class path. Add net.bytebuddy:byte-buddy, or generate the classes when the project is"
                    + " built, as docs/guide/faster-start.md says.");
        }
    }

    /** Whether classes may be generated at run time and the generator is there. */
    public static boolean isGenerationPossible() {
        return Generator.IS_THERE && !BuiltClasses.isGenerationRefused();
    }

    /** Initialised when it is first needed. */
    private static final class Generator {

        static final boolean IS_THERE = isGeneratorThere();
    }

    /** Whether there is Byte Buddy. Without it, an application has its classes from the build. */
    private static boolean isGeneratorThere() {
        try {
            Class.forName("net.bytebuddy.jar.asm.ClassWriter", false, GeneratedClasses.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private ClassHome home() {
        if (home == null) {
            home = ClassHome.of(List.of(type), methods, this);
        }
        return home;
    }

    /** The class files of stub and skeleton, by name. They are to be kept beside the interface. */
    public Map<String, byte[]> classFiles() {
        String stub = type.getName() + BuiltClasses.STUB;
        String dispatcher = type.getName() + BuiltClasses.SKELETON;
        return Map.of(
                stub, StubClass.write(type, methods, fingerprint, stub),
                dispatcher, SkeletonClass.write(type, methods, fingerprint, dispatcher));
    }

    public static Constructor<?> constructor(Class<?> generated, Class<?>... parameters) {
        try {
            return generated.getConstructor(parameters);
        } catch (NoSuchMethodException e) {
            throw new AssertionError(generated + " was generated without its constructor", e);
        }
    }

    public static Object newInstance(Constructor<?> constructor, Object... arguments) {
        try {
            return constructor.newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(constructor.getDeclaringClass() + " was generated inaccessible", e);
        }
    }
}
