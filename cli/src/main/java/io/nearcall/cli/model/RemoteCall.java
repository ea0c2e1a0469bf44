// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.model;

import io.nearcall.codegen.RemoteMethod;
import io.nearcall.codegen.RemoteMethod.Kind;
import java.util.List;
import java.util.OptionalLong;

/**
 * A method of a remote interface.
 *
 * @param javaName the name that is unique in its interface: the method's name, followed by the types of its parameters
 *     if the name alone is not unique
 * @param result for a future, the type that it holds
 * @param resultForm its letter in the wire form
 * @param deadlineNs {@code Long.MAX_VALUE} for none; empty if Java does not say
 * @param thrown the exceptions that the method declares
 */
public record RemoteCall(
        Class<?> owner,
        RemoteMethod method,
        String javaName,
        List<Parameter> parameters,
        TypeUse result,
        char resultForm,
        OptionalLong deadlineNs,
        List<String> formerNames,
        List<Class<?>> thrown) {

    public String name() {
        return method.name();
    }

    public Kind kind() {
        return method.kind();
    }

    /** Returns name, descriptor and wire form, as section 7 of the protocol defines them. */
    public String signature() {
        return name() + ' ' + method.descriptor() + ' ' + method.wireForm();
    }

    /** Returns the method's place, for messages. */
    public String place() {
        return owner.getName() + '.' + name();
    }
}
