// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import com.esotericsoftware.kryo.kryo5.io.Input;

/** A call whose caller waits for the answer. After {@link #invoke} the stub reads the result and calls {@link #end}. */
public abstract class SyncCall extends ClientCall {

    protected SyncCall() {}

    /**
     * Sends the call and blocks until it is answered.
     *
     * @return where the result is read from; valid until {@link #end()}
     * @throws Throwable the exception that the remote method threw, or the reason why the call failed
     */
    public abstract Input invoke() throws Throwable;

    /** The result has been read: the lane is free for the next call. */
    public abstract void end();

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
