// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import com.esotericsoftware.kryo.kryo5.io.Input;

/**
 * One incoming call in progress. The skeleton reads all arguments from {@link #input()}, calls {@link #taken()}, invokes
 * the method, and answers. Confined to the thread that dispatches it.
 */
public abstract class ServerCall extends ServerReply {

    protected ServerCall() {}

    /** Where the arguments are read from; not valid after {@link #taken()}. */
    public abstract Input input();

    /** All arguments have been read: from here on the method may have run. Publishes that before it returns. */
    public abstract void taken();
}
