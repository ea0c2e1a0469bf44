// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import io.nearcall.Uninterruptible;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.Skeleton;
import io.nearcall.internal.hooks.Hooks;
import io.nearcall.internal.statistics.CountedObject;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Set;

/** An object that others may call through one interface. */
public final class ExportedObject extends CountedObject {

    private final int id;
    private final RemoteInterface<?> type;
    private final Hooks hooks;
    private Skeleton skeleton;
    private final int methodCount;
    private final Object target;
    private final ClassLoader contextClassLoader;
    private final String serviceName;
    private MethodPace[] paces;
    private Set<String> principals; // written before forOtherHosts, read after it
    private volatile boolean forOtherHosts;
    LocalObjects.Holds held; // set once by the table that the object is in, before anybody else sees this

    /**
     * An object that can be called.
     *
     * @param context the class loader for {@link #contextClassLoader}
     * @param hooks those that are told of its calls; null if there are none
     */
    ExportedObject(
            int id, RemoteInterface<?> type, Object target, ClassLoader context, String serviceName, Hooks hooks) {
        this.id = id;
        this.type = type;
        this.methodCount = type.methods().size();
        this.hooks = hooks;
        this.target = target;
        this.contextClassLoader = context;
        this.serviceName = serviceName;
    }

    public int id() {
        return id;
    }

    public RemoteInterface<?> type() {
        return type;
    }

    /** The skeleton's class is generated when this is first asked for, because many objects are never called. */
    public Skeleton skeleton() {
        // A race makes two equal skeletons. Each has final fields only, so whoever sees one sees it whole.
        Skeleton made = skeleton;
        if (made == null) {
            made = hooks == null ? type.skeleton() : hooks.around(type, serviceName);
            skeleton = made;
        }
        return made;
    }

    /** Whether the object's interface has a method of that number. */
    public boolean hasMethod(int method) {
        return method >= 0 && method < methodCount;
    }

    public Object target() {
        return target;
    }

    /** The context class loader for the methods of the object. */
    public ClassLoader contextClassLoader() {
        return contextClassLoader;
    }

    public String serviceName() {
        return serviceName;
    }

    /** Whether callers on other hosts may call it: all of them, or only some. */
    public boolean isForOtherHosts() {
        return forOtherHosts;
    }

    /** The proven names of the callers on other hosts that may call it. Null if {@link #isForOtherHosts} means all. */
    public Set<String> principals() {
        return principals;
    }

    /** From now on callers on other hosts may call it: those with one of these names, or all of them for null. */
    public void offerToOtherHosts(Set<String> permitted) {
        principals = permitted;
        forOtherHosts = true;
    }

    @Override
    protected Methods countedMethods() {
        return new Methods(true, serviceName, "", type.type(), type.methods());
    }

    /** How long that method has been seen to take. */
    public MethodPace pace(int method) {
        MethodPace[] known = paces;
        if (known == null) { // most objects are never called over a shared lane
            paces = known = MethodPace.of(target.getClass(), type);
        }
        return known[method];
    }

    /** Whether a thread that runs that method may be interrupted. Looked up each time: only cancellations ask. */
    public boolean isInterruptible(int method) {
        Method declared = type.method(method).method();
        return !isMarked(implementation(declared))
                && !isMarked(target.getClass())
                && !isMarked(declared)
                && !isMarked(type.type());
    }

    private Method implementation(Method declared) {
        try {
            return target.getClass().getMethod(declared.getName(), declared.getParameterTypes());
        } catch (NoSuchMethodException | LinkageError e) { // a class that another method mentions is missing
            return declared;
        }
    }

    private static boolean isMarked(AnnotatedElement element) {
        return element.isAnnotationPresent(Uninterruptible.class);
    }
}
