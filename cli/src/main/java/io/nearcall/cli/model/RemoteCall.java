// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.model;

import io.nearcall.codegen.RemoteMethod;
import io.nearcall.codegen.RemoteMethod.Kind;
import java.util.List;
import java.util.OptionalLong;

/**
 * A method of a remote interface.
 *
 * @param javaName the name that is unique in its interface: that of the method, followed by the types of its parameters where the
 *     name alone is not
 * @param result of a future what it holds
 * @param resultForm its letter in the wire form
 * @param deadlineNs {@code Long.MAX_VALUE} for none; empty where Java says nothing
 * @param thrown what the method declares
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

    /** Name, descriptor and wire form, as section 7 of the protocol has them. */
    public String signature() {
        return name() + ' ' + method.descriptor() + ' ' + method.wireForm();
    }

    /** For messages. */
    public String place() {
        return owner.getName() + '.' + name();
    }
}
