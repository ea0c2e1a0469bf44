// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import io.nearcall.codegen.RemoteMethod.Kind;
import io.nearcall.codegen.internal.GenericTypes;
import io.nearcall.codegen.internal.Reach;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
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
        Parameter[] declared = method.getParameters();
        List<Type> types = generics.parameterTypes(method);
        List<RemoteValue> parameters = new ArrayList<>(declared.length);
        for (int i = 0; i < declared.length; i++) {
            String what = "parameter " + (i + 1);
            String name = declared[i].isNamePresent() ? " '" + declared[i].getName() + "'" : "";
            inspectReach(method, what + name, types.get(i), declared[i].getType());
            parameters.add(inspectValue(method, what, declared[i], declared[i].getType(), types.get(i)));
        }
        RemoteValue result = inspectResult(method, kind);
        if (method.getName().equals("finalize") && method.getParameterCount() == 0) {
            addFault(method, "the garbage collector would call it on every stub");
        }
        return new RemoteMethod(
                index,
                method,
                descriptor(method),
                generics.signature(method),
                kind,
                List.copyOf(parameters),
                result,
                kind != Kind.ASYNC && rules.isFailureTranslated(method),
                kind == Kind.SYNC && rules.isRepeatable(type, method));
    }

    private RemoteValue inspectResult(Method method, Kind kind) {
        Type resultType = generics.resolve(method.getGenericReturnType());
        if (kind == Kind.ASYNC) {
            resultType = resultType instanceof ParameterizedType p ? p.getActualTypeArguments()[0] : Object.class;
        }
        inspectReach(method, "the result", resultType, method.getReturnType());
        RemoteValue result = inspectValue(method, "the result", method, method.getReturnType(), resultType);
        if (kind == Kind.ASYNC && result.isByReference()) {
            addFault(method, "the result of a future cannot be declared to be a reference: mark its interface instead");
        }
        if (kind == Kind.ASYNC && result.isByValue()) {
            addFault(method, "the result of a future cannot be declared to be a value");
        }
        return result;
    }

    /** @param declaration the parameter; for the result, the method */
    private RemoteValue inspectValue(
            Method method, String what, AnnotatedElement declaration, Class<?> declared, Type type) {
        boolean byReference = rules.isByReference(declaration);
        boolean byValue = rules.isByValue(declaration);
        if (byReference && !declared.isInterface()) {
            addFault(
                    method,
                    what + ": only an interface can be a reference, and " + declared.getSimpleName()
                            + " is not an interface");
        }
        if (byReference && byValue) {
            addFault(method, what + ": it cannot travel both by reference and by value");
        }
        if (byValue && declared.isPrimitive()) {
            addFault(method, what + ": a value of type " + declared + " always travels by value");
        }
        return new RemoteValue(declared, type, byReference, byValue, rules.isStreamed(declared) && !byReference);
    }

    private void inspectReach(Method method, String what, Type value, Class<?> declared) {
        String fault = reach.fault(declared);
        if (fault != null) {
            addFault(method, what + ": " + value.getTypeName() + " " + fault);
        }
    }

    private void addFault(Method method, String fault) {
        faults.add(generics.signature(method) + ": " + fault);
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
            addFault(
                    method,
                    "an asynchronous method returns CompletableFuture or CompletionStage, not "
                            + result.getSimpleName());
        }
        return Kind.SYNC;
    }

    private void inspectOneWay(Method method, Class<?> result) {
        if (result != void.class) {
            addFault(method, "a one-way method has no answer, so its result must be void");
        }
        for (Class<?> thrown : method.getExceptionTypes()) {
            boolean checked = !RuntimeException.class.isAssignableFrom(thrown) && !Error.class.isAssignableFrom(thrown);
            // The caller's side throws RemoteException, and java.rmi requires it on every method.
            if (checked && !thrown.getName().equals("java.rmi.RemoteException")) {
                addFault(method, "a one-way method has no answer, so it cannot throw its " + thrown.getSimpleName());
            }
        }
    }

    private static boolean isOfObject(Method method) {
        return switch (method.getName() + descriptor(method)) {
            case "equals(Ljava/lang/Object;)Z", "hashCode()I", "toString()Ljava/lang/String;" -> true;
            default -> false;
        };
    }

    private static String descriptor(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .descriptorString();
    }
}
