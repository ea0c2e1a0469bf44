// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Output;

/**
 * One outgoing call in progress: the part that all kinds of calls have in common. The stub writes the arguments to
 * {@link #output()}, in order of declaration, and ends the call in the way of its kind. Everything that is thrown
 * before the end, even by user code, goes to {@link #fail}. Confined to the thread that began the call.
 */
public abstract class ClientCall {

    ClientCall() {}

    /** The output for primitives and strings. The same object for the whole call. */
    public abstract Output output();

    /** Writes everything that is not a primitive or a string to {@link #output()}, and reads it back. */
    public abstract Kryo kryo();

    /**
     * Ends the call, whatever its state, after one of its methods, Kryo or a serialised class has thrown {@code cause}.
     *
     * @return what the stub throws in place of {@code cause}; may be {@code cause} itself
     */
    public abstract Throwable fail(Throwable cause);
}
