// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import java.util.concurrent.CompletableFuture;

/** A call that is answered through a future, or not at all. The stub ends it by {@link #invokeAsync} or {@link #post}. */
public abstract class AsyncCall extends OneWayCall {

    protected AsyncCall() {}

    /** Sends the call without waiting; the future completes with the result, read with class. The call has ended. */
    public abstract CompletableFuture<Object> invokeAsync();
}
