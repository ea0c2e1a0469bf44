// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;

/** What only the runtime knows of an interface: its annotations, and which types are streams. */
public interface InterfaceRules {

    /** Whether calls of {@code method} are sent without waiting for an answer. */
    boolean isOneWay(Method method);

    /**
     * Whether an object stays where it is and the other side gets a stub, whatever its type says.
     *
     * @param declaration the parameter; for the result, the method
     */
    default boolean isByReference(AnnotatedElement declaration) {
        return false;
    }

    /** Whether a value is copied because the declaration says so, even if its class travels by reference elsewhere. */
    default boolean isByValue(AnnotatedElement declaration) {
        return false;
    }

    /**
     * Whether {@link RemoteTarget#translate} decides what the caller of {@code method} is thrown after a failure. Not
     * called for methods that return a future.
     */
    default boolean isFailureTranslated(Method method) {
        return false;
    }

    /** Whether a parameter or result of the declared {@code type} is a stream, whose elements are fetched. */
    default boolean isStreamed(Class<?> type) {
        return false;
    }

    /** Whether a failed call of {@code method} may be made again. Called only for methods whose callers wait. */
    default boolean isRepeatable(Class<?> type, Method method) {
        return false;
    }
}
