// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import io.nearcall.codegen.internal.WireForm;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.BitSet;
import java.util.List;

/** One row of an interface's method table. Both sides mean the same method if name and descriptor are the same. */
public final class RemoteMethod {

    /** How a call of the method ends for its caller. */
    public enum Kind {
        /** The caller waits for the answer. */
        SYNC,
        /** The caller gets a future that completes with the answer. */
        ASYNC,
        /** There is no answer. */
        ONE_WAY
    }

    private final int index;
    private final Method method;
    private final String descriptor;
    private final String signature;
    private final Kind kind;
    private final List<Type> parameterTypes;
    private final Type resultType;
    private final BitSet byReference;
    private final BitSet byValue;
    private final BitSet streamed;
    private final boolean failureTranslated;
    private final boolean repeatable;

    RemoteMethod(
            int index,
            Method method,
            String descriptor,
            String signature,
            Kind kind,
            List<Type> parameterTypes,
            Type resultType,
            BitSet byReference,
            BitSet byValue,
            BitSet streamed,
            boolean failureTranslated,
            boolean repeatable) {
        this.index = index;
        this.method = method;
        this.descriptor = descriptor;
        this.signature = signature;
        this.kind = kind;
        this.parameterTypes = List.copyOf(parameterTypes);
        this.resultType = resultType;
        this.byReference = byReference;
        this.byValue = byValue;
        this.failureTranslated = failureTranslated;
        this.streamed = streamed;
        this.repeatable = repeatable;
    }

    /** The position in {@link RemoteInterface#methods()}. It may differ between two versions of an interface. */
    public int index() {
        return index;
    }

    public String name() {
        return method.getName();
    }

    /** The erased descriptor as in a class file, such as {@code (Lshop/Order;I)V}. */
    public String descriptor() {
        return descriptor;
    }

    /** The method as a person writes it, such as {@code place(Order, int...): Receipt}. */
    public String signature() {
        return signature;
    }

    /** The abstract method itself. If several super-interfaces declare it, one of these declarations. */
    public Method method() {
        return method;
    }

    public Kind kind() {
        return kind;
    }

    /** The types of the parameters, with the type variables of generic super-interfaces replaced. */
    public List<Type> parameterTypes() {
        return parameterTypes;
    }

    /** The type of the answer: {@code void.class} if it is empty, and for a future the type of its value. */
    public Type resultType() {
        return resultType;
    }

    /** Whether the object of that parameter travels as a reference because the method says so. */
    public boolean isByReference(int parameter) {
        return byReference.get(parameter);
    }

    /** As {@link #isByReference}, for the result. */
    public boolean isResultByReference() {
        return byReference.get(method.getParameterCount());
    }

    /** Whether the object of that parameter travels by value because the method says so. */
    public boolean isByValue(int parameter) {
        return byValue.get(parameter);
    }

    /** As {@link #isByValue}, for the result. */
    public boolean isResultByValue() {
        return byValue.get(method.getParameterCount());
    }

    /** Whether {@link RemoteTarget#translate} decides what the caller is thrown after a failure. */
    public boolean isFailureTranslated() {
        return failureTranslated;
    }

    /** Whether that parameter is a stream, whose elements are fetched. */
    public boolean isStreamed(int parameter) {
        return streamed.get(parameter);
    }

    /** As {@link #isStreamed}, for the result. */
    public boolean isResultStreamed() {
        return streamed.get(method.getParameterCount());
    }

    /** Whether a failed call may be made again. True only for methods whose callers wait. */
    public boolean isRepeatable() {
        return repeatable;
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
