// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

/** The generated dispatcher of one interface. It is stateless and safe for use by any number of threads. */
public interface Skeleton {

    /**
     * Reads the arguments of {@code method}, calls it on {@code target} and writes its result.
     *
     * @param method index in the interface's method table
     * @param target the object that is called; it implements the interface
     * @throws Throwable what the method threw, or what reading its arguments or writing its result threw
     */
    void dispatch(int method, Object target, ServerCall call) throws Throwable;

    /**
     * The first half of {@link #dispatch}, for a method that another thread will run. It reads the arguments of {@code
     * method}, and does not call {@link ServerCall#taken()}.
     *
     * @return the arguments, primitives boxed, for {@link #invoke}
     */
    Object[] arguments(int method, ServerCall call);

    /**
     * The second half of {@link #dispatch}: calls {@code method} on {@code target} and writes its result.
     *
     * @throws Throwable what the method threw, or what writing its result threw
     */
    void invoke(int method, Object target, Object[] arguments, ServerReply call) throws Throwable;

    /** The fingerprint of the input of the generator. It changes with the interface and with the generator. */
    long fingerprint();
}
