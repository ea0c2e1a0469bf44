// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.util.concurrent.CompletionStage;

/**
 * The answer to an incoming call. When the method has returned, the skeleton calls exactly one of {@link #reply()},
 * {@link #replyLater} and {@link #noReply()}. What the method throws passes through the skeleton unchanged. Confined to
 * the thread that runs the method.
 */
public abstract class ServerReply {

    protected ServerReply() {}

    /** Writes everything that is not a primitive or a string. */
    public abstract Kryo kryo();

    /** Called when the method has returned. The skeleton writes the result to the output that this method returns. */
    public abstract Output reply();

    /** Called when the method has returned a stage, whose outcome is the answer. {@code null} is answered as null. */
    public abstract void replyLater(CompletionStage<?> stage);

    /** Called when a one-way method has returned. */
    public abstract void noReply();
}
