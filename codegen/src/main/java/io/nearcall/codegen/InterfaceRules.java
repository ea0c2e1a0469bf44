// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;

/** What only the runtime knows of an interface: its annotations, and which types are streams. */
public interface InterfaceRules {

    /** Whether calls of {@code method} are sent without waiting for an answer. */
    boolean isOneWay(Method method);

    /** Whether a parameter's object stays where it is and the other side gets a stub, whatever its type says. */
    default boolean isByReference(Parameter parameter) {
        return false;
    }

    /** As {@link #isByReference(Parameter)}, for the result of {@code method}. */
    default boolean isResultByReference(Method method) {
        return false;
    }

    /** Whether a parameter's object is copied to the other side, even if its class travels by reference elsewhere. */
    default boolean isByValue(Parameter parameter) {
        return false;
    }

    /** As {@link #isByValue(Parameter)}, for the result of {@code method}. */
    default boolean isResultByValue(Method method) {
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
