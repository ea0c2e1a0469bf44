// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import io.nearcall.codegen.RemoteMethod.Kind;
import io.nearcall.codegen.internal.GenericTypes;
import io.nearcall.codegen.internal.Reach;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

/** Finds the remote methods of an interface, or all its faults. */
final class Inspection {

    /** Each takes ten bytes in the skeleton's dispatch, which must stay below 64 KiB. HotSpot compiles up to 8000. */
    private static final int MAX_METHODS = 4096;

    private final Class<?> type;
    private final InterfaceRules rules;
    private final GenericTypes generics;
    private final Reach reach;
    private final List<String> faults = new ArrayList<>();

    private Inspection(Class<?> type, InterfaceRules rules) {
        this.type = type;
        this.rules = rules;
        this.generics = new GenericTypes(type);
        this.reach = new Reach(type);
    }

    static List<RemoteMethod> methodsOf(Class<?> type, InterfaceRules rules) {
        String unfit = unfit(type);
        if (unfit != null) {
            throw new InvalidRemoteInterface(type, List.of(unfit));
        }
        try {
            return new Inspection(type, rules).methods();
        } catch (LinkageError | TypeNotPresentException e) {
            InvalidRemoteInterface invalid =
                    new InvalidRemoteInterface(type, List.of("a class that it mentions is missing or broken: " + e));
            invalid.initCause(e);
            throw invalid;
        }
    }

    private static String unfit(Class<?> type) {
        if (type.isAnnotation()) {
            return "it is an annotation type, not an interface";
        }
        if (!type.isInterface()) {
            return "it is " + (type.isPrimitive() || type.isArray() ? "a type" : "a class") + ", not an interface";
        }
        return null;
    }

    private List<RemoteMethod> methods() {
        inspectType();
        Map<String, Method> found = collect();
        if (found.size() > MAX_METHODS) {
            faults.add("it has " + found.size() + " methods, limit=" + MAX_METHODS + "; split it");
        }
        List<RemoteMethod> methods = new ArrayList<>(found.size());
        for (Method method : found.values()) {
            methods.add(inspect(methods.size(), method));
        }
        if (!faults.isEmpty()) {
            throw new InvalidRemoteInterface(type, faults);
        }
        return List.copyOf(methods);
    }

    private void inspectType() {
        for (Class<?> part = type; part != null; part = part.getEnclosingClass()) {
            if (!Modifier.isPublic(part.getModifiers())) {
                faults.add(
                        part == type
                                ? "it is not public"
                                : "it is nested in " + part.getName() + ", which is not public");
            }
        }
        if (type.isSealed()) {
            faults.add("it is sealed, so that no stub can implement it");
        }
        if (type.isHidden()) {
            faults.add("it is a hidden class, which no other class can name");
        }
        String fault = reach.fault(type);
        if (fault != null && faults.isEmpty()) {
            faults.add("it " + fault);
        }
    }

    /** The abstract methods by name and descriptor, in canonical order. */
    private Map<String, Method> collect() {
        // getMethods has no order of its own, but the same one of several declarations must win every time.
        Map<String, Method> byDeclaringClass = new TreeMap<>();
        for (Method method : type.getMethods()) {
            byDeclaringClass.put(method.getDeclaringClass().getName() + ' ' + identity(method), method);
        }
        Map<String, Method> found = new TreeMap<>();
        for (Method method : byDeclaringClass.values()) {
            if (!Modifier.isAbstract(method.getModifiers()) || isOfObject(method)) {
                continue;
            }
            String identity = identity(method);
            Method other = found.putIfAbsent(identity, method);
            if (other != null && rules.isOneWay(other) != rules.isOneWay(method)) {
                faults.add(generics.signature(method) + " is one-way in only one of "
                        + other.getDeclaringClass().getName() + " and "
                        + method.getDeclaringClass().getName());
            }
        }
        return found;
    }

    /** Sorts by name first, because no character of a name or a descriptor sorts before the space. */
    private static String identity(Method method) {
        return method.getName() + ' ' + descriptor(method);
    }

    private RemoteMethod inspect(int index, Method method) {
        Kind kind = kind(method);
        List<Type> parameterTypes = generics.parameterTypes(method);
        for (int i = 0; i < parameterTypes.size(); i++) {
            inspectValue(
                    method,
                    "parameter " + (i + 1)
                            + (method.getParameters()[i].isNamePresent()
                                    ? " '" + method.getParameters()[i].getName() + "'"
                                    : ""),
                    parameterTypes.get(i),
                    method.getParameterTypes()[i]);
        }
        Type resultType = generics.resolve(method.getGenericReturnType());
        if (kind == Kind.ASYNC) {
            resultType = resultType instanceof ParameterizedType p ? p.getActualTypeArguments()[0] : Object.class;
        }
        if (resultType != void.class && resultType != Void.class && kind != Kind.ONE_WAY) {
            inspectValue(method, "the result", resultType, method.getReturnType());
        }
        if (method.getName().equals("finalize") && method.getParameterCount() == 0) {
            faults.add(generics.signature(method) + ": the garbage collector would call it on every stub");
        }
        return new RemoteMethod(
                index,
                method,
                descriptor(method),
                generics.signature(method),
                kind,
                parameterTypes,
                resultType,
                byReference(method, kind),
                byValue(method, kind),
                streamed(method, kind),
                kind != Kind.ASYNC && rules.isFailureTranslated(method),
                kind == Kind.SYNC && rules.isRepeatable(type, method));
    }

    /** A bit for each parameter, and one for the result. */
    private BitSet streamed(Method method, Kind kind) {
        BitSet bits = new BitSet();
        Parameter[] parameters = method.getParameters();
        for (int i = 0; i < parameters.length; i++) {
            bits.set(i, rules.isStreamed(parameters[i].getType()) && !rules.isByReference(parameters[i]));
        }
        boolean result = kind == Kind.SYNC && rules.isStreamed(method.getReturnType());
        bits.set(parameters.length, result && !rules.isResultByReference(method));
        return bits;
    }

    /** A bit for each parameter, and one for the result. */
    private BitSet byReference(Method method, Kind kind) {
        BitSet bits = new BitSet();
        Parameter[] parameters = method.getParameters();
        for (int i = 0; i < parameters.length; i++) {
            if (rules.isByReference(parameters[i])) {
                bits.set(i);
                requireInterface(method, "parameter " + (i + 1), parameters[i].getType());
            }
        }
        if (rules.isResultByReference(method)) {
            bits.set(parameters.length);
            requireInterface(method, "the result", method.getReturnType());
            if (kind == Kind.ASYNC) {
                faults.add(generics.signature(method) + ": the result of a future cannot be declared to be a reference:"
                        + " mark its interface instead");
            }
        }
        return bits;
    }

    /** As {@link #byReference}. */
    private BitSet byValue(Method method, Kind kind) {
        BitSet bits = new BitSet();
        Parameter[] parameters = method.getParameters();
        for (int i = 0; i < parameters.length; i++) {
            if (rules.isByValue(parameters[i])) {
                bits.set(i);
                requireObject(
                        method, "parameter " + (i + 1), parameters[i].getType(), rules.isByReference(parameters[i]));
            }
        }
        if (rules.isResultByValue(method)) {
            bits.set(parameters.length);
            requireObject(method, "the result", method.getReturnType(), rules.isResultByReference(method));
            if (kind == Kind.ASYNC) {
                faults.add(generics.signature(method) + ": the result of a future cannot be declared to be a value");
            }
        }
        return bits;
    }

    private void requireObject(Method method, String what, Class<?> type, boolean byReference) {
        if (byReference) {
            faults.add(generics.signature(method) + ": " + what + ": it cannot travel both by reference and by value");
        }
        if (type.isPrimitive()) {
            faults.add(generics.signature(method) + ": " + what + ": a value of type " + type
                    + " always travels by value");
        }
    }

    private void requireInterface(Method method, String what, Class<?> type) {
        if (!type.isInterface()) {
            faults.add(generics.signature(method) + ": " + what + ": only an interface can be a reference, and "
                    + type.getSimpleName() + " is not an interface");
        }
    }

    private Kind kind(Method method) {
        Class<?> result = method.getReturnType();
        if (rules.isOneWay(method)) {
            inspectOneWay(method, result);
            return Kind.ONE_WAY;
        }
        if (result == CompletableFuture.class || result == CompletionStage.class) {
            return Kind.ASYNC;
        }
        if (Future.class.isAssignableFrom(result) || CompletionStage.class.isAssignableFrom(result)) {
            faults.add(generics.signature(method)
                    + ": an asynchronous method returns CompletableFuture or CompletionStage, not "
                    + result.getSimpleName());
        }
        return Kind.SYNC;
    }

    private void inspectOneWay(Method method, Class<?> result) {
        if (result != void.class) {
            faults.add(generics.signature(method) + ": a one-way method has no answer, so its result must be void");
        }
        for (Class<?> thrown : method.getExceptionTypes()) {
            boolean checked = !RuntimeException.class.isAssignableFrom(thrown) && !Error.class.isAssignableFrom(thrown);
            // The caller's side throws RemoteException, and java.rmi requires it on every method.
            if (checked && !thrown.getName().equals("java.rmi.RemoteException")) {
                faults.add(generics.signature(method) + ": a one-way method has no answer, so it cannot throw its "
                        + thrown.getSimpleName());
            }
        }
    }

    private void inspectValue(Method method, String what, Type value, Class<?> erased) {
        String fault = reach.fault(erased);
        if (fault != null) {
            faults.add(generics.signature(method) + ": " + what + ": " + value.getTypeName() + " " + fault);
        }
    }

    private static boolean isOfObject(Method method) {
        return switch (method.getName() + descriptor(method)) {
            case "equals(Ljava/lang/Object;)Z", "hashCode()I", "toString()Ljava/lang/String;" -> true;
            default -> false;
        };
    }

    private static String descriptor(Method method) {
        StringBuilder descriptor = new StringBuilder("(");
        for (Class<?> parameter : method.getParameterTypes()) {
            descriptor.append(parameter.descriptorString());
        }
        return descriptor
                .append(')')
                .append(method.getReturnType().descriptorString())
                .toString();
    }
}
