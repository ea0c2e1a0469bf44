// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.hooks;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.codegen.AsyncCall;
import java.util.concurrent.CompletableFuture;

/** An asynchronous call whose end is reported to its observation. */
final class ObservedAsyncCall extends AsyncCall {

    private final AsyncCall call;
    private final Observation seen;

    /** The call has been sent. From then on its lane may be another caller's, even if the observer throws. */
    private boolean over;

    ObservedAsyncCall(AsyncCall call, Observation seen) {
        this.call = call;
        this.seen = seen;
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
    public CompletableFuture<Object> invokeAsync() {
        CompletableFuture<Object> future = call.invokeAsync();
        over = true;
        future.whenComplete((result, thrown) -> seen.ended(thrown));
        return future;
    }

    @Override
    public void post() {
        call.post();
        over = true;
        seen.ended(null);
    }

    @Override
    public Runnable postQuietly() {
        Runnable announcement = call.postQuietly();
        over = true;
        seen.ended(null);
        return announcement;
    }

    @Override
    public Throwable fail(Throwable cause) {
        if (over) {
            return cause;
        }
        Throwable thrown = call.fail(cause);
        seen.ended(thrown);
        return thrown;
    }
}
