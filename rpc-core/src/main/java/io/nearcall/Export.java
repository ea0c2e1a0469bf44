// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** An object that an endpoint offers to other processes, until this handle or the endpoint is closed. */
public interface Export extends AutoCloseable {

    /** The name under which it is looked up. */
    String name();

    /**
     * Whether it is over: because this handle or the endpoint was closed, or because the name was lost. That happens when its
     * files are removed from the runtime directory and another process takes the name before they are restored; an error
     * is logged then. A server that must not go on without its name looks here from time to time. Any thread, does not block.
     */
    boolean isClosed();

    /**
     * Takes the offer back: calls that come from now on are refused, those that run go on. Any thread, does not block,
     * idempotent.
     */
    @Override
    void close();
}
