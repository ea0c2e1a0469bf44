// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import io.nearcall.codegen.internal.WireForm;
import java.lang.reflect.Method;
import java.util.List;

/**
 * One row of an interface's method table. Both sides mean the same method if name and descriptor are the same.
 *
 * @param index the position in {@link RemoteInterface#methods()}. It may differ between two versions of an interface
 * @param method the abstract method itself. If several super-interfaces declare it, one of these declarations
 * @param descriptor the erased descriptor as in a class file, such as {@code (Lshop/Order;I)V}
 * @param signature the method as a person writes it, such as {@code place(Order, int...): Receipt}
 * @param parameters immutable
 * @param isFailureTranslated whether {@link RemoteTarget#translate} decides what the caller is thrown after a failure
 * @param isRepeatable whether a failed call may be made again. True only for methods whose callers wait
 */
public record RemoteMethod(
        int index,
        Method method,
        String descriptor,
        String signature,
        Kind kind,
        List<RemoteValue> parameters,
        RemoteValue result,
        boolean isFailureTranslated,
        boolean isRepeatable) {

    /** How a call of the method ends for its caller. */
    public enum Kind {
        /** The caller waits for the answer. */
        SYNC,
        /** The caller gets a future that completes with the answer. */
        ASYNC,
        /** There is no answer. */
        ONE_WAY
    }

    public String name() {
        return method.getName();
    }

    /**
     * The layout of arguments and result, one letter each, such as {@code (LI)X}. Primitives have the letter of a
     * descriptor. {@code T} is a string. {@code A} is a {@code byte[]} that can occur only once in its message.
     * {@code X} is a value of exactly the declared class, which is one of the JDK's. {@code L} is a value preceded by
     * its class. {@code R} is a reference to an object of the declared interface. {@code E} is a stream whose elements
     * are fetched. If the forms of two sides differ, for example because a parameter is a reference on one side only,
     * the sides cannot understand each other's frames.
     */
    public String wireForm() {
        return WireForm.of(this);
    }

    @Override
    public String toString() {
        return index + " " + signature();
    }
}
