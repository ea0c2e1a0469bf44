// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

/** A call that is never answered. The stub ends it by {@link #post}. */
public abstract class OneWayCall extends ClientCall {

    protected OneWayCall() {}

    /** Sends the call without waiting, and ends it. */
    public abstract void post();

    /**
     * As {@link #post()}, for one call of several that follow each other. The other side may not be woken for the call
     * before the returned task runs.
     */
    public abstract Runnable postQuietly();
}
