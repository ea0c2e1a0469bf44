// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import com.esotericsoftware.kryo.kryo5.io.Input;

/**
 * One incoming call in progress. The skeleton reads all arguments from {@link #input()}, calls {@link #taken()},
 * invokes the method, and answers. Confined to the thread that dispatches it.
 */
public abstract class ServerCall extends ServerReply {

    protected ServerCall() {}

    /** The arguments are read from here. Not valid after {@link #taken()}. */
    public abstract Input input();

    /** Called when all arguments have been read. Before it returns, it publishes that the method may have run. */
    public abstract void taken();
}
