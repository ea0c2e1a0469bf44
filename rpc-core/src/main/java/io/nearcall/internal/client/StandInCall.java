// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.codegen.ClientCall;
import java.util.concurrent.CompletableFuture;

/** A call of a {@link StandIn}, which writes its arguments as any other and ends in a way of its own. */
abstract class StandInCall extends ClientCall {

    final ClientCall call;

    StandInCall(ClientCall call) {
        this.call = call;
    }

    @Override
    public Output output() {
        return call.output();
    }

    @Override
    public Kryo kryo() {
        return call.kryo();
    }

    @Override
    public Throwable fail(Throwable cause) {
        return call.fail(cause);
    }

    @Override
    public Input invoke() {
        throw ofAnotherKind();
    }

    @Override
    public void end() {
        throw ofAnotherKind();
    }

    @Override
    public CompletableFuture<Object> invokeAsync() {
        throw ofAnotherKind();
    }

    @Override
    public void post() {
        throw ofAnotherKind();
    }

    private static AssertionError ofAnotherKind() {
        return new AssertionError("the stub ends a call in the way of another kind");
    }
}
