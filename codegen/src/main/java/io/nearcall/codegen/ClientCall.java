// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.util.concurrent.CompletableFuture;

/**
 * One outgoing call in progress. The stub writes the arguments in order of declaration to {@link #output()}, then
 * calls exactly one of {@link #invoke()}, {@link #invokeAsync()} and {@link #post()}. After {@code invoke} it reads the
 * result and calls {@link #end()}. Whatever is thrown on the way, by user code included, goes to {@link #fail}.
 * Confined to the thread that began it.
 */
public abstract class ClientCall {

    protected ClientCall() {}

    /** Where primitives and strings are written. The same object for the whole call. */
    public abstract Output output();

    /** Writes everything that is not a primitive or a string to {@link #output()}, and reads it back. */
    public abstract Kryo kryo();

    /**
     * Sends the call and blocks until it is answered.
     *
     * @return where the result is read from; valid until {@link #end()}
     * @throws Throwable the exception that the remote method threw, or the reason why the call failed
     */
    public abstract Input invoke() throws Throwable;

    /** The result has been read: the lane is free for the next call. */
    public abstract void end();

    /** Sends the call without waiting; the future completes with the result, read with class. The call has ended. */
    public abstract CompletableFuture<Object> invokeAsync();

    /** Sends the call without waiting; there will be no answer. The call has ended. */
    public abstract void post();

    /**
     * As {@link #post()}, of one call of several that follow each other: the other side may not be woken for it before what
     * is returned is run.
     */
    public Runnable postQuietly() {
        post();
        return () -> {};
    }

    /**
     * Ends the call in whatever state it is, after {@code cause} was thrown by any of the above, by Kryo or by a
     * serialised class.
     *
     * @return what the stub shall throw in its place; may be {@code cause} itself
     */
    public abstract Throwable fail(Throwable cause);

    /**
     * As {@link #fail}, of a method that may be repeated: ends this call, and if there is a point in it begins another one,
     * to which the arguments are to be written again. May block until the call's deadline.
     *
     * @param former what this gave when the attempt before this one had failed; null if there was none
     * @return with the call
     * @throws Throwable what the stub shall throw, if there is no point in it
     */
    public Repeat again(Throwable cause, Repeat former) throws Throwable {
        throw fail(cause);
    }
}
