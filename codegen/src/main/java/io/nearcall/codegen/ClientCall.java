// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Output;

/**
 * One outgoing call in progress, as far as all kinds of calls are alike. The stub writes the arguments in order of
 * declaration to {@link #output()}, and ends the call in the way of its kind. Whatever is thrown on the way, by user code
 * included, goes to {@link #fail}. Confined to the thread that began it.
 */
public abstract class ClientCall {

    ClientCall() {}

    /** Where primitives and strings are written. The same object for the whole call. */
    public abstract Output output();

    /** Writes everything that is not a primitive or a string to {@link #output()}, and reads it back. */
    public abstract Kryo kryo();

    /**
     * Ends the call in whatever state it is, after {@code cause} was thrown by any of its methods, by Kryo or by a
     * serialised class.
     *
     * @return what the stub shall throw in its place; may be {@code cause} itself
     */
    public abstract Throwable fail(Throwable cause);
}
