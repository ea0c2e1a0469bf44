// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import io.nearcall.ByRef;
import io.nearcall.ByValue;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The classes that can travel because an interface's methods name them. Follows type arguments, bounds, elements of
 * arrays, fields, record components and the permitted subclasses of sealed types. Initialises none of them.
 */
public final class ReachableClasses {

    private final SortedMap<String, Class<?>> classes = new TreeMap<>();
    private final SortedMap<String, Class<?>> throwables = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();
    private final Set<Type> visited = new HashSet<>();
    private final Set<Type> visitedByReference = new HashSet<>();
    private final Set<Type> refused = new HashSet<>();

    private ReachableClasses() {}

    /** Returns what the abstract methods of a remote interface reach. */
    public static ReachableClasses ofInterface(Class<?> type) {
        ReachableClasses reached = new ReachableClasses();
        reached.visitMethods(type);
        return reached;
    }

    private void visitMethods(Class<?> type) {
        for (Method method : type.getMethods()) {
            if (Modifier.isAbstract(method.getModifiers())) {
                visit(method);
            }
        }
        visitParents(type);
    }

    /** The classes by name, which is the canonical order. Built-in classes are left out: they always have an id. */
    public SortedMap<String, Class<?>> classes() {
        return Collections.unmodifiableSortedMap(classes);
    }

    /** The exceptions by name. They travel under their names, not under ids. */
    public SortedMap<String, Class<?>> throwables() {
        return Collections.unmodifiableSortedMap(throwables);
    }

    /** Why values of the signatures cannot travel: one sentence for each, which names the place. Empty if all can. */
    public List<String> faults() {
        return Collections.unmodifiableList(faults);
    }

    private void visit(Method method) {
        String place = method.getDeclaringClass().getSimpleName() + '.' + method.getName();
        Type[] parameters = method.getGenericParameterTypes();
        for (int i = 0; i < parameters.length; i++) {
            visitMarked(parameters[i], method.getParameters()[i], place + ", parameter " + (i + 1));
        }
        visitMarked(method.getGenericReturnType(), method, place + ", result");
        for (Type exception : method.getGenericExceptionTypes()) {
            visit(exception, place + ", exception");
        }
    }

    /** @param marked the parameter of that type, or the method for its result */
    private void visitMarked(Type type, AnnotatedElement marked, String place) {
        if (marked.isAnnotationPresent(ByRef.class)) {
            visitMembers(type, place);
        } else if (marked.isAnnotationPresent(ByValue.class)) {
            visitByValue(type, place);
        } else if (marked instanceof Method method && isStage(method.getReturnType())) {
            if (type instanceof ParameterizedType stage && stage.getActualTypeArguments()[0] != Void.class) {
                visit(stage.getActualTypeArguments()[0], place);
            }
        } else {
            visitValueOrElements(type, place);
        }
    }

    /** Visits a type that may be a stream, of which only the elements travel. */
    private void visitValueOrElements(Type type, String place) {
        if (!RemoteTypes.isStreamed(erasure(type))) {
            visit(type, place);
        } else if (type instanceof ParameterizedType generic) {
            visitAll(generic.getActualTypeArguments(), place);
        }
    }

    /** Visits what the methods of an interface reach. Its objects travel by reference, whatever the interface is. */
    private void visitMembers(Type type, String place) {
        if (!visitedByReference.add(type)) {
            return;
        }
        Class<?> raw = erasure(type);
        if (raw.isInterface()) {
            visitMethods(raw);
        }
        if (type instanceof ParameterizedType generic) {
            visitAll(generic.getActualTypeArguments(), place);
        }
    }

    /** Visits a type whose objects are copied here, though they may travel by reference elsewhere. */
    private void visitByValue(Type type, String place) {
        Class<?> raw = erasure(type);
        if (!RemoteTypes.isByReference(raw) || Modifier.isAbstract(raw.getModifiers())) {
            visit(type, place);
            return;
        }
        visitValue(raw, place);
        if (type instanceof ParameterizedType generic) {
            visitAll(generic.getActualTypeArguments(), place);
        }
    }

    private static boolean isStage(Class<?> type) {
        return type == CompletableFuture.class || type == CompletionStage.class;
    }

    /** Inherited methods use type variables. What these stand for is declared where the interface is extended. */
    private void visitParents(Class<?> type) {
        for (Class<?> each : TravelRules.supertypes(type)) {
            if (each.getInterfaces().length > 0) { // reading generic signatures for the first time takes milliseconds
                for (Type parent : each.getGenericInterfaces()) {
                    if (parent instanceof ParameterizedType generic) {
                        visitAll(generic.getActualTypeArguments(), each.getSimpleName() + ", type argument");
                    }
                }
            }
        }
    }

    private void visit(Type type, String place) {
        if (!visited.add(type)) {
            refuseAgain(type, place);
            return;
        }
        if (type instanceof Class<?> plain) {
            visit(plain, place);
        } else if (type instanceof ParameterizedType generic) {
            visit(generic.getRawType(), place);
            visitAll(generic.getActualTypeArguments(), place);
        } else if (type instanceof GenericArrayType array) {
            visit(array.getGenericComponentType(), place);
            visit((Type) erasure(array), place);
        } else if (type instanceof TypeVariable<?> variable) {
            visitAll(variable.getBounds(), place);
        } else if (type instanceof WildcardType wildcard) {
            visitAll(wildcard.getUpperBounds(), place);
            visitAll(wildcard.getLowerBounds(), place);
        }
    }

    /** Refuses here what was refused elsewhere, because each place that names it has to be changed. */
    private void refuseAgain(Type type, String place) {
        if (type instanceof Class<?> plain && refused.contains(plain)) {
            refuse(plain, place);
        } else if (type instanceof Class<?> array && array.isArray()) {
            refuseAgain(array.getComponentType(), place);
        } else if (type instanceof ParameterizedType generic) {
            refuseAgain(generic.getRawType(), place);
            for (Type argument : generic.getActualTypeArguments()) {
                refuseAgain(argument, place);
            }
        } else if (type instanceof GenericArrayType array) {
            refuseAgain(array.getGenericComponentType(), place);
        }
    }

    private void refuse(Class<?> type, String place) {
        refused.add(type);
        String fault = place + ": " + type.getName() + " cannot travel: " + TravelRules.faultOfTheJdk(type);
        if (!faults.contains(fault)) {
            faults.add(fault);
        }
    }

    private void visitAll(Type[] types, String place) {
        for (Type type : types) {
            visit(type, place);
        }
    }

    /** The class to which a type is erased at run time. */
    public static Class<?> erasure(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType generic) {
            return (Class<?>) generic.getRawType();
        }
        if (type instanceof GenericArrayType array) {
            return Array.newInstance(erasure(array.getGenericComponentType()), 0)
                    .getClass();
        }
        if (type instanceof TypeVariable<?> variable) {
            return erasure(variable.getBounds()[0]);
        }
        return erasure(((WildcardType) type).getUpperBounds()[0]);
    }

    private void visit(Class<?> type, String place) {
        if (Throwable.class.isAssignableFrom(type)) {
            throwables.put(type.getName(), type);
        } else if (isPlain(type) || type.isArray() && isPlain(type.getComponentType())) {
            return; // most methods have nothing else: spare them the table of the other classes
        } else if (BuiltInClasses.contains(type) || RemoteTypes.isMarker(type)) {
            return;
        } else if (type.isArray()) {
            visit((Type) type.getComponentType(), place);
            if (TravelRules.fault(type) == null) {
                classes.put(type.getName(), type);
            }
        } else if (TravelRules.ofTheJdk(type) && !type.isEnum() && !RemoteTypes.isRemote(type)) {
            if (!BuiltInClasses.isAboveOne(type)) {
                refuse(type, place);
            }
        } else {
            visitApplicationClass(type, place);
        }
    }

    private static boolean isPlain(Class<?> type) {
        return type.isPrimitive() || type == String.class || type == Object.class;
    }

    private void visitApplicationClass(Class<?> type, String place) {
        // An enum whose constants have bodies is sealed too.
        if (type.isSealed() && !type.isEnum()) {
            visitAll(type.getPermittedSubclasses(), place);
        }
        if (RemoteTypes.isRemote(type)) {
            classes.put(type.getName(), type);
            int faultsBefore = faults.size();
            visitMethods(type);
            if (RemoteTypes.isOfRmi(type)) {
                faults.subList(faultsBefore, faults.size()).clear(); // these concern only some of its own calls
            }
            return;
        }
        if (RemoteTypes.isByReference(type) && !Modifier.isAbstract(type.getModifiers())) {
            faults.add(place + ": " + type.getName()
                    + " travels by reference, so what arrives is none: declare the interface "
                    + RemoteTypes.of(type).get(0).getName());
            return;
        }
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers()) && !type.isEnum()) {
            return;
        }
        visitValue(type, place);
    }

    private void visitValue(Class<?> type, String place) {
        String fault = TravelRules.fault(type);
        if (fault != null) {
            faults.add(place + ": " + type.getName() + " cannot travel: " + fault);
            return;
        }
        classes.put(type.getName(), type);
        if (type.isEnum()) {
            return;
        }
        int faultsBefore = faults.size();
        for (Field field : TravelRules.members(type)) {
            visit(field.getGenericType(), place + ", " + type.getSimpleName() + '.' + field.getName());
        }
        if (JavaForm.isFormOf(type)) {
            // The class decides itself which of its fields travel.
            faults.subList(faultsBefore, faults.size()).clear();
        }
        for (Class<?> owner = type; owner != Object.class && owner != null; owner = owner.getSuperclass()) {
            if (owner.getGenericSuperclass() instanceof ParameterizedType parent) {
                visitAll(parent.getActualTypeArguments(), place);
            }
        }
    }
}
