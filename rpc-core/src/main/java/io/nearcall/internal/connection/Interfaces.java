// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.ByRef;
import io.nearcall.ByValue;
import io.nearcall.Deadline;
import io.nearcall.FormerName;
import io.nearcall.Idempotent;
import io.nearcall.OneWay;
import io.nearcall.codegen.InterfaceRules;
import io.nearcall.codegen.InvalidRemoteInterface;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.RemoteMethod;
import io.nearcall.internal.call.ClientInterface;
import io.nearcall.internal.codec.AllowedClasses;
import io.nearcall.internal.codec.ReachableClasses;
import io.nearcall.internal.codec.RemoteTypes;
import io.nearcall.internal.codec.ThrowableCodec;
import io.nearcall.internal.codec.TypeMarks;
import io.nearcall.internal.context.DurationText;
import io.nearcall.internal.hooks.Hooks;
import io.nearcall.internal.log.Log;
import io.nearcall.internal.stream.ConnectionStreams;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** The interfaces that an endpoint has exported or looked up. Each is analysed once. Any thread. */
public final class Interfaces {

    /** An interface, its caller's view, the codec of the exceptions of its methods, and the classes of its values. */
    record Described<T>(
            RemoteInterface<T> analysed,
            ClientInterface callee,
            ThrowableCodec throwables,
            Collection<Class<?>> values) {}

    private final KnownClasses knownClasses;
    private final long defaultTimeoutNs;
    private final Hooks hooks;
    private final Map<Class<?>, Described<?>> described = new ConcurrentHashMap<>();

    /** @param hooks calls the listeners and interceptors; null if there are none */
    Interfaces(KnownClasses knownClasses, long defaultTimeoutNs, Hooks hooks) {
        this.hooks = hooks;
        this.knownClasses = knownClasses;
        this.defaultTimeoutNs = defaultTimeoutNs;
    }

    <T> RemoteInterface<T> analyse(Class<T> type) {
        return describe(type).analysed();
    }

    /**
     * Describes an interface.
     *
     * @throws InvalidRemoteInterface with all its faults
     */
    @SuppressWarnings("unchecked")
    <T> Described<T> describe(Class<T> type) {
        return (Described<T>) described.computeIfAbsent(type, this::describeAnew);
    }

    private Described<?> describeAnew(Class<?> type) {
        ReachableClasses reached = ReachableClasses.ofInterface(type);
        List<String> faults = new ArrayList<>();
        RemoteInterface<?> analysed = null;
        try {
            analysed = RemoteInterface.of(type, new Rules(type));
        } catch (InvalidRemoteInterface e) {
            faults.addAll(e.faults());
        }
        faults.addAll(faultyDeadlines(type));
        faults.addAll(faultyRepeats(type));
        if (faults.isEmpty() && RemoteTypes.isOfRmi(type)) {
            warn(type, reached.faults());
        } else {
            faults.addAll(reached.faults());
        }
        if (!faults.isEmpty()) {
            throw new InvalidRemoteInterface(type, faults);
        }
        if (RemoteTypes.isRemote(type)) {
            knownClasses.add(List.of(type));
        }
        knownClasses.add(reached.classes().values());
        knownClasses.add(reached.throwables().values());
        boolean applications =
                type.getClassLoader() != null && !type.getPackageName().equals(ConnectionStreams.PACKAGE);
        AllowedClasses allowed =
                knownClasses.allowed().with(reached.throwables().values());
        ThrowableCodec throwables = applications
                ? new ThrowableCodec(allowed, type.getClassLoader())
                : new ThrowableCodec(allowed, knownClasses::loader);
        long timeoutNs = type == Binder.class ? Binder.LONGEST_NS : defaultTimeoutNs;
        return new Described<>(
                analysed,
                new ClientInterface(analysed, timeoutNs, hooks),
                throwables,
                reached.classes().values());
    }

    /** The key under which a side asks the other for a method. */
    static String key(RemoteMethod method) {
        return key(method.name(), method);
    }

    /** The keys of a method under its former names. */
    static List<String> formerKeys(RemoteMethod method) {
        FormerName former = method.method().getAnnotation(FormerName.class);
        List<String> keys = new ArrayList<>();
        if (former != null) {
            for (String name : former.value()) {
                keys.add(key(name, method));
            }
        }
        return keys;
    }

    private static String key(String name, RemoteMethod method) {
        return name + " " + method.descriptor() + " " + method.wireForm();
    }

    /**
     * Generates the stub and skeleton of an interface, to be kept beside it.
     *
     * @return stub and skeleton, by name
     * @throws InvalidRemoteInterface if it cannot be called remotely
     */
    public static Map<String, byte[]> classFiles(Class<?> type) {
        return RemoteInterface.of(type, new Rules(type)).classFiles();
    }

    /** Only warns, because in Java RMI the passed values decide, when they are passed. */
    private static void warn(Class<?> type, List<String> faults) {
        if (!faults.isEmpty()) {
            Log.get()
                    .log(
                            Level.WARNING,
                            "Calls of {0} fail if they pass a value of one of these classes:\n  - {1}",
                            type.getName(),
                            String.join("\n  - ", faults));
        }
    }

    private static List<String> faultyDeadlines(Class<?> type) {
        List<String> faults = new ArrayList<>();
        check(TypeMarks.value(type, Deadline.class), type.getSimpleName(), faults);
        for (Method method : type.getMethods()) {
            Deadline deadline = method.getAnnotation(Deadline.class);
            check(deadline == null ? null : deadline.value(), type.getSimpleName() + '.' + method.getName(), faults);
        }
        return faults;
    }

    private static List<String> faultyRepeats(Class<?> type) {
        List<String> faults = new ArrayList<>();
        for (Method method : type.getMethods()) {
            boolean waitedFor = !method.isAnnotationPresent(OneWay.class)
                    && !CompletionStage.class.isAssignableFrom(method.getReturnType());
            if (method.isAnnotationPresent(Idempotent.class) && !waitedFor) {
                faults.add(type.getSimpleName() + '.' + method.getName()
                        + ", @Idempotent: only synchronous calls are repeated, and this method "
                        + (method.isAnnotationPresent(OneWay.class) ? "is one-way" : "returns a future"));
            }
        }
        return faults;
    }

    /** @param deadline null for none */
    private static void check(String deadline, String place, List<String> faults) {
        if (deadline != null) {
            try {
                DurationText.parseNs(deadline);
            } catch (IllegalArgumentException e) {
                faults.add(place + ", @Deadline: " + e.getMessage());
            }
        }
    }

    /** The codec of exceptions that are parts of values. */
    ThrowableCodec throwablesInValues() {
        return new ThrowableCodec(knownClasses.allowed(), knownClasses::loader);
    }

    /** Says what the methods are. What can travel is judged separately, from all that the signatures reach. */
    private static final class Rules implements InterfaceRules {

        private final Class<?> type;
        private Method[] all;

        Rules(Class<?> type) {
            this.type = type;
        }

        @Override
        public boolean isOneWay(Method method) {
            return method.isAnnotationPresent(OneWay.class);
        }

        @Override
        public boolean isByReference(AnnotatedElement declaration) {
            return declaration.isAnnotationPresent(ByRef.class);
        }

        @Override
        public boolean isByValue(AnnotatedElement declaration) {
            return declaration.isAnnotationPresent(ByValue.class);
        }

        /** Whether all declarations of the method declare Java RMI's exception, so that its callers must catch it. */
        @Override
        public boolean isFailureTranslated(Method method) {
            if (!declaresRemoteException(method)) {
                return false;
            }
            if (all == null) {
                all = type.getMethods();
            }
            for (Method other : all) {
                if (other.getName().equals(method.getName())
                        && Arrays.equals(other.getParameterTypes(), method.getParameterTypes())
                        && !declaresRemoteException(other)) {
                    return false;
                }
            }
            return true;
        }

        /** A superclass of it also counts in a remote interface of Java RMI's, which must declare one or the other. */
        private boolean declaresRemoteException(Method method) {
            for (Class<?> thrown : method.getExceptionTypes()) {
                if (thrown.getName().equals("java.rmi.RemoteException")
                        || RemoteTypes.isOfRmi(type) && thrown.isAssignableFrom(IOException.class)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public boolean isStreamed(Class<?> type) {
            return RemoteTypes.isStreamed(type);
        }

        @Override
        public boolean isRepeatable(Class<?> type, Method method) {
            return method.isAnnotationPresent(Idempotent.class)
                    || TypeMarks.has(method.getDeclaringClass(), Idempotent.class)
                    || TypeMarks.has(type, Idempotent.class);
        }
    }
}
