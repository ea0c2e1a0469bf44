// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.util.concurrent.CompletionStage;

/**
 * One incoming call in progress. The skeleton reads all arguments from {@link #input()}, calls {@link #taken()}, invokes
 * the method, and then exactly one of {@link #reply()}, {@link #replyLater} and {@link #noReply()}. What the method
 * throws passes through the skeleton unchanged. Confined to the thread that dispatches it; if that is done in two halves,
 * each half has a call of its own, of which the first is only read from.
 */
public abstract class ServerCall {

    protected ServerCall() {}

    /** Where the arguments are read from; not valid after {@link #taken()}. */
    public abstract Input input();

    /** Reads and writes everything that is not a primitive or a string. */
    public abstract Kryo kryo();

    /** All arguments have been read: from here on the method may have run. Publishes that before it returns. */
    public abstract void taken();

    /** The method returned: the result is written to the output returned. */
    public abstract Output reply();

    /** The method returned a stage: its outcome is the answer, whenever it comes. {@code null} is answered as null. */
    public abstract void replyLater(CompletionStage<?> stage);

    /** The method was one-way and has returned. */
    public abstract void noReply();
}
