// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import java.util.concurrent.CompletableFuture;

/** A call that is answered through a future or not at all. It ends by {@link #invokeAsync} or {@link #post}. */
public abstract class AsyncCall extends OneWayCall {

    protected AsyncCall() {}

    /** Sends the call without waiting, and ends it. The future completes with the result, read with its class. */
    public abstract CompletableFuture<Object> invokeAsync();
}
