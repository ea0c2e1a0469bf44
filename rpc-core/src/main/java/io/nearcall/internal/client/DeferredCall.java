// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import com.esotericsoftware.kryo.kryo5.io.Input;
import io.nearcall.codegen.ClientCall;

/** A call that a stub makes as if it waited, and that is a future's. */
final class DeferredCall extends StandInCall {

    private final Deferring deferring;

    DeferredCall(Deferring deferring, ClientCall call) {
        super(call);
        this.deferring = deferring;
    }

    @Override
    public Input invoke() {
        throw deferring.sent(call.invokeAsync());
    }

    @Override
    public Throwable fail(Throwable cause) {
        return Deferring.isSignal(cause) ? cause : super.fail(cause);
    }
}
