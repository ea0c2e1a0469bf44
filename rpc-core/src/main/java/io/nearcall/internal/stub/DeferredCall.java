// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stub;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.codegen.AsyncCall;
import io.nearcall.codegen.SyncCall;

/** A call that a stub makes as if it waited, and that is a future's. */
final class DeferredCall extends SyncCall {

    private final Deferring deferring;
    private final AsyncCall call;

    DeferredCall(Deferring deferring, AsyncCall call) {
        this.deferring = deferring;
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
    public Input invoke() {
        throw deferring.sent(call.invokeAsync());
    }

    @Override
    public void end() {} // comes after a result, and invoke has none

    @Override
    public Throwable fail(Throwable cause) {
        return Deferring.isSignal(cause) ? cause : call.fail(cause);
    }
}
