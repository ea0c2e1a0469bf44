// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.call;

import com.google.gson.JsonElement;
import io.nearcall.cli.format.JavaFormat;
import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.Descriptions;
import io.nearcall.cli.model.Refusal;
import io.nearcall.cli.model.RemoteCall;
import io.nearcall.cli.value.FromJson;
import io.nearcall.cli.value.JsonText;
import io.nearcall.codegen.RemoteValue;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Collectors;

/** The method that a command line names, and its arguments. */
record CalledMethod(RemoteCall call, Object[] arguments) {

    /**
     * Finds the method by its name and the number of arguments, or by the name that is unique in the interface.
     *
     * @throws NoSuchMethod if there is no such method
     * @throws Refusal if there are several, or if the arguments do not fit
     */
    static CalledMethod of(Class<?> type, String service, String name, List<String> texts) {
        Description description = Descriptions.of(List.of(type), List.of(), null);
        List<RemoteCall> all = description.interfaces().get(0).calls();
        List<RemoteCall> named = all.stream()
                .filter(each -> each.name().equals(name) || each.javaName().equals(name))
                .toList();
        if (named.isEmpty()) {
            throw new NoSuchMethod(
                    service, name, all.stream().map(RemoteCall::javaName).toList());
        }
        List<RemoteCall> fit = named.stream()
                .filter(each -> each.parameters().size() == texts.size())
                .toList();
        if (fit.isEmpty()) {
            throw new Refusal("There are " + texts.size() + " arguments for " + declarations(named) + ".");
        }
        if (fit.size() > 1) {
            throw new Refusal("There are several such methods: " + declarations(fit) + ". Use one of these names: "
                    + fit.stream().map(RemoteCall::javaName).collect(Collectors.joining(", ")) + ".");
        }
        return new CalledMethod(fit.get(0), arguments(fit.get(0), type.getClassLoader(), texts));
    }

    private static String declarations(List<RemoteCall> calls) {
        return calls.stream().map(JavaFormat::declaration).collect(Collectors.joining("; "));
    }

    private static Object[] arguments(RemoteCall call, ClassLoader loader, List<String> texts) {
        FromJson reader = new FromJson(loader);
        Object[] made = new Object[texts.size()];
        for (int i = 0; i < made.length; i++) {
            RemoteValue parameter = call.method().parameters().get(i);
            String place = call.parameters().get(i).name();
            JsonElement json = JsonText.parse(texts.get(i), parameter.type(), place);
            if (parameter.isByReference() && !json.isJsonNull()) {
                throw new Refusal(place + ": is passed by reference, which JSON cannot do; only null can be.");
            }
            made[i] = reader.value(json, parameter.type(), place);
        }
        return made;
    }

    Method method() {
        return call.method().method();
    }
}
