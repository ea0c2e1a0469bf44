// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

/** A call that is never answered. The stub ends it by {@link #post}. */
public abstract class OneWayCall extends ClientCall {

    protected OneWayCall() {}

    /** Sends the call without waiting. The call has ended. */
    public abstract void post();

    /**
     * As {@link #post()}, of one call of several that follow each other: the other side may not be woken for it before what
     * is returned is run.
     */
    public abstract Runnable postQuietly();
}
