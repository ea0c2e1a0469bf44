// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.model;

import io.nearcall.Deadline;
import io.nearcall.FormerName;
import io.nearcall.RemoteService;
import io.nearcall.codegen.RemoteMethod;
import io.nearcall.codegen.RemoteValue;
import io.nearcall.internal.call.ClientInterface;
import io.nearcall.internal.codec.ClassShape;
import io.nearcall.internal.codec.ReachableClasses;
import io.nearcall.internal.codec.RemoteTypes;
import io.nearcall.internal.codec.TypeMarks;
import io.nearcall.internal.connection.InspectedInterface;
import io.nearcall.internal.context.DurationText;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Describes interfaces with what rpc-core knows about them. */
public final class Descriptions {

    private static final String MARKER_OF_RMI = "java.rmi.Remote";
    private static final String FAILURE_OF_RMI = "java.rmi.RemoteException";

    private final SortedMap<String, ClientInterface> reached = new TreeMap<>();
    private final SortedMap<String, Class<?>> values = new TreeMap<>();
    private final SortedMap<String, Class<?>> exceptions = new TreeMap<>();

    private Descriptions() {}

    /**
     * Describes interfaces.
     *
     * @param allowed classes of values that no interface names
     * @param name the name of the result; null for that of the first interface
     * @throws Refusal if an interface cannot be called remotely, or names a class that is missing
     */
    public static Description of(List<Class<?>> named, List<Class<?>> allowed, String name) {
        try {
            Descriptions descriptions = new Descriptions();
            named.forEach(descriptions::reach);
            allowed.forEach(type -> descriptions.values.put(type.getName(), requireValue(type)));
            return descriptions.description(named, allowed, name == null ? Description.nameOf(named.get(0)) : name);
        } catch (LinkageError | TypeNotPresentException e) {
            throw new Refusal(
                    "A class that the interfaces name is missing or broken: " + e + ". Add it to --class-path.", e);
        } catch (IllegalArgumentException e) { // an interface that cannot be called remotely
            throw new Refusal(e.getMessage(), e);
        }
    }

    private static Class<?> requireValue(Class<?> type) {
        boolean abstracted = Modifier.isAbstract(type.getModifiers()) && !type.isEnum();
        if (abstracted || TypeUse.isOfTheJdk(type) || Throwable.class.isAssignableFrom(type)) {
            throw new Refusal(
                    type.getName() + " cannot be allowed: only records, enums and other classes with objects of the"
                            + " application can, except exceptions.");
        }
        return type;
    }

    private void reach(Class<?> type) {
        if (reached.containsKey(type.getName())) {
            return;
        }
        ClientInterface inspected = InspectedInterface.of(type);
        reached.put(type.getName(), inspected);
        ReachableClasses classes = ReachableClasses.ofInterface(type);
        if (!classes.faults().isEmpty()) { // a Java RMI interface, whose faults Java may tolerate
            throw Refusal.of(type.getName() + " cannot be described", classes.faults());
        }
        classes.throwables().values().stream()
                .filter(thrown -> !TypeUse.isOfTheJdk(thrown))
                .forEach(thrown -> exceptions.put(thrown.getName(), thrown));
        for (Class<?> each : classes.classes().values()) {
            if (!RemoteTypes.isRemote(each)) {
                values.put(each.getName(), each);
            } else if (!each.getName().equals(MARKER_OF_RMI)) {
                reach(each);
            }
        }
        for (RemoteMethod method : inspected.methods()) {
            Stream.concat(method.parameters().stream(), Stream.of(method.result()))
                    .filter(RemoteValue::isByReference)
                    .forEach(value -> reach(value.declared()));
        }
    }

    private Description description(List<Class<?>> named, List<Class<?>> allowed, String name) {
        TypeUses uses = new TypeUses(extended(), new HashSet<>(values.values()));
        List<RemoteType> interfaces = new ArrayList<>();
        for (Class<?> type : named) {
            interfaces.add(remoteType(reached.get(type.getName()), true, uses));
        }
        for (ClientInterface each : reached.values()) {
            if (!named.contains(each.type())) {
                interfaces.add(remoteType(each, false, uses));
            }
        }
        List<ValueClass> classes = new ArrayList<>();
        values.values().forEach(type -> classes.add(valueClass(type, uses, false)));
        for (Class<?> builtIn : uses.enums()) {
            if (!values.containsKey(builtIn.getName())) {
                classes.add(valueClass(builtIn, uses, true));
            }
        }
        classes.sort(Comparator.comparing(each -> each.type().getName()));
        return new Description(name, interfaces, allowed, classes, List.copyOf(exceptions.values()));
    }

    /** Returns the classes that have a subclass among the reached classes. */
    private Set<Class<?>> extended() {
        Set<Class<?>> extended = new HashSet<>();
        for (Class<?> type : values.values()) {
            for (Class<?> owner = type.getSuperclass(); owner != null; owner = owner.getSuperclass()) {
                extended.add(owner);
            }
        }
        return extended;
    }

    private static RemoteType remoteType(ClientInterface inspected, boolean named, TypeUses uses) {
        Class<?> type = inspected.type();
        String service = TypeMarks.value(type, RemoteService.class);
        String deadline = TypeMarks.value(type, Deadline.class);
        List<RemoteCall> calls = inspected.methods().stream()
                .map(method -> remoteCall(inspected, method, uses))
                .toList();
        return new RemoteType(
                type,
                service == null || service.isEmpty() ? type.getSimpleName() : service,
                named,
                RemoteTypes.isRemote(type),
                deadline == null ? OptionalLong.empty() : OptionalLong.of(DurationText.parseNs(deadline)),
                calls);
    }

    private static RemoteCall remoteCall(ClientInterface inspected, RemoteMethod method, TypeUses uses) {
        String forms = method.wireForm();
        long timeoutNs = inspected.timeoutNs(method.index());
        FormerName former = method.method().getAnnotation(FormerName.class);
        List<Class<?>> thrown = Arrays.stream(method.method().getExceptionTypes())
                .filter(type -> !type.getName().equals(FAILURE_OF_RMI))
                .<Class<?>>map(type -> type)
                .toList();
        return new RemoteCall(
                inspected.type(),
                method,
                javaName(method, inspected.methods()),
                parameters(method, forms, uses),
                result(method, uses),
                forms.charAt(forms.length() - 1),
                timeoutNs == InspectedInterface.NO_DEADLINE_NS ? OptionalLong.empty() : OptionalLong.of(timeoutNs),
                former == null ? List.of() : List.of(former.value()),
                thrown);
    }

    private static String javaName(RemoteMethod method, Collection<RemoteMethod> all) {
        boolean overloaded =
                all.stream().filter(other -> other.name().equals(method.name())).count() > 1;
        if (!overloaded) {
            return method.name();
        }
        String name = withTypes(method, Class::getSimpleName);
        boolean unique = all.stream()
                        .filter(other -> other.name().equals(method.name()))
                        .filter(other -> withTypes(other, Class::getSimpleName).equals(name))
                        .count()
                == 1;
        return unique ? name : withTypes(method, type -> type.getTypeName().replace('.', '_'));
    }

    private static String withTypes(RemoteMethod method, Function<Class<?>, String> nameOf) {
        StringBuilder name = new StringBuilder(method.name());
        for (Class<?> parameter : method.method().getParameterTypes()) {
            name.append('_').append(nameOf.apply(parameter).replace("[]", "Array"));
        }
        return name.toString();
    }

    private static List<Parameter> parameters(RemoteMethod method, String forms, TypeUses uses) {
        List<Parameter> made = new ArrayList<>();
        java.lang.reflect.Parameter[] parameters = method.method().getParameters();
        for (int i = 0; i < parameters.length; i++) {
            TypeUse use = use(method.parameters().get(i), parameters[i].getAnnotatedType(), parameters[i], uses);
            made.add(new Parameter(parameters[i].getName(), use, forms.charAt(i + 1)));
        }
        return made;
    }

    private static TypeUse result(RemoteMethod method, TypeUses uses) {
        var declared = method.method().getAnnotatedReturnType();
        if (method.kind() == RemoteMethod.Kind.ASYNC) {
            return uses.argument(
                    method.result().type(),
                    TypeUses.annotatedArgument(method.method().getGenericReturnType(), declared, 0));
        }
        return use(method.result(), declared, method.method(), uses);
    }

    private static TypeUse use(
            RemoteValue value, AnnotatedType annotated, AnnotatedElement declaration, TypeUses uses) {
        if (value.isByReference()) {
            return uses.byReference(value.type(), annotated, declaration);
        }
        if (value.isStreamed()) {
            return uses.streamed(value.type(), annotated, declaration);
        }
        return value.isByValue() ? TypeUses.any(value.declared()) : uses.declared(value.type(), annotated, declaration);
    }

    private static ValueClass valueClass(Class<?> type, TypeUses uses, boolean builtIn) {
        ClassShape shape = ClassShape.of(type);
        String[] lines = shape.text().split("\n\n", 2)[0].split("\n");
        List<String> rest = Arrays.asList(lines).subList(1, lines.length);
        if (type.isEnum()) {
            return new ValueClass(type, lines[0], List.of(), rest, shape.text(), shape.fingerprint(), builtIn);
        }
        Map<String, TypeUse> types = type.isRecord() ? components(type, uses) : fields(type, uses);
        List<ValueClass.Member> members = rest.stream()
                .map(line -> {
                    String name = line.substring(0, line.indexOf(' '));
                    return new ValueClass.Member(name, line.substring(name.length() + 1), types.get(name));
                })
                .toList();
        return new ValueClass(type, lines[0], members, List.of(), shape.text(), shape.fingerprint(), false);
    }

    private static Map<String, TypeUse> components(Class<?> type, TypeUses uses) {
        Map<String, TypeUse> types = new TreeMap<>();
        for (RecordComponent each : type.getRecordComponents()) {
            types.put(each.getName(), uses.declared(each.getGenericType(), each.getAnnotatedType(), each));
        }
        return types;
    }

    /** Returns the fields by the names that the shape uses. The name of a superclass's field begins with the class. */
    private static Map<String, TypeUse> fields(Class<?> type, TypeUses uses) {
        Map<String, TypeUse> types = new TreeMap<>();
        for (Class<?> owner = type; owner != null && owner != Object.class; owner = owner.getSuperclass()) {
            for (Field each : owner.getDeclaredFields()) {
                String name = owner == type ? each.getName() : owner.getName() + '.' + each.getName();
                types.put(name, uses.declared(each.getGenericType(), each.getAnnotatedType(), each));
            }
        }
        return types;
    }
}
