// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import io.nearcall.cli.call.NoSuchMethod;
import io.nearcall.cli.live.LiveService;
import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.RemoteCall;
import io.nearcall.cli.model.RemoteType;
import io.nearcall.cli.model.TypeUse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Describes one method of an interface and the types that it reaches. */
final class MethodDescription {

    private final Description whole;
    private final Set<Class<?>> reached = new HashSet<>();

    private MethodDescription(Description whole) {
        this.whole = whole;
    }

    /** @throws NoSuchMethod if the interface has no such method */
    static Description of(Description whole, LiveService service) {
        RemoteType type = whole.interfaces().get(0);
        List<RemoteCall> calls = type.calls().stream()
                .filter(each ->
                        each.name().equals(service.method()) || each.javaName().equals(service.method()))
                .toList();
        if (calls.isEmpty()) {
            throw new NoSuchMethod(
                    service.name(),
                    service.method(),
                    type.calls().stream().map(RemoteCall::javaName).toList());
        }
        return new MethodDescription(whole).only(type, calls);
    }

    private Description only(RemoteType type, List<RemoteCall> calls) {
        calls.forEach(this::reach);
        RemoteType part =
                new RemoteType(type.type(), type.serviceName(), true, type.markedRemote(), type.deadlineNs(), calls);
        List<RemoteType> interfaces = whole.interfaces().stream()
                .filter(each -> each != type && reached.contains(each.type()))
                .toList();
        return new Description(
                whole.name(),
                Stream.concat(Stream.of(part), interfaces.stream()).toList(),
                whole.allowed(),
                whole.values().stream()
                        .filter(each -> reached.contains(each.type()))
                        .toList(),
                whole.exceptions().stream()
                        .filter(each ->
                                calls.stream().anyMatch(call -> call.thrown().contains(each)))
                        .toList());
    }

    private void reach(RemoteCall call) {
        call.parameters().forEach(parameter -> reach(parameter.type()));
        reach(call.result());
    }

    private void reach(TypeUse use) {
        use.arguments().forEach(this::reach);
        reach(use.raw());
    }

    private void reach(Class<?> type) {
        if (!reached.add(type)) {
            return;
        }
        whole.interfaces().stream()
                .filter(each -> each.type() == type)
                .forEach(each -> each.calls().forEach(this::reach));
        whole.value(type).ifPresent(value -> value.members().forEach(member -> reach(member.type())));
        whole.values().stream() // a variable may hold an object of a subclass
                .map(each -> each.type())
                .filter(type::isAssignableFrom)
                .filter(each -> type != Object.class)
                .forEach(this::reach);
    }
}
