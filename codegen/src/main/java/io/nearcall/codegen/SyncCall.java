// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import com.esotericsoftware.kryo.kryo5.io.Input;

/** A call whose caller waits for the answer. After {@link #invoke} the stub reads the result and calls {@link #end}. */
public abstract class SyncCall extends ClientCall {

    protected SyncCall() {}

    /**
     * Sends the call and blocks until it is answered.
     *
     * @return the input from which the result is read; valid until {@link #end()}
     * @throws Throwable the exception that the remote method threw, or the reason why the call failed
     */
    public abstract Input invoke() throws Throwable;

    /** Called when the result has been read. The lane is then free for the next call. */
    public abstract void end();

    /**
     * As {@link #fail}, for a method that may be repeated. Ends this call. If another attempt makes sense, begins a new
     * call, to which the stub writes the arguments again. May block until the call's deadline.
     *
     * @param former what this method returned after the failure of the previous attempt; null if there was none
     * @return the state of the repeated call, with the new attempt
     * @throws Throwable what the stub throws, if another attempt makes no sense
     */
    public Repeat again(Throwable cause, Repeat former) throws Throwable {
        throw fail(cause);
    }
}
