// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.util.concurrent.CompletionStage;

/**
 * How an incoming call is answered. When the method has returned, the skeleton calls exactly one of {@link #reply()}, {@link
 * #replyLater} and {@link #noReply()}. What the method throws passes through the skeleton unchanged. Confined to the thread
 * that runs the method.
 */
public abstract class ServerReply {

    protected ServerReply() {}

    /** Writes everything that is not a primitive or a string. */
    public abstract Kryo kryo();

    /** The method returned: the result is written to the output returned. */
    public abstract Output reply();

    /** The method returned a stage: its outcome is the answer, whenever it comes. {@code null} is answered as null. */
    public abstract void replyLater(CompletionStage<?> stage);

    /** The method was one-way and has returned. */
    public abstract void noReply();
}
