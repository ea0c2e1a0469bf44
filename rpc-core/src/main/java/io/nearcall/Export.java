// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** An object that an endpoint offers to other processes, until this handle or the endpoint is closed. */
public interface Export extends AutoCloseable {

    /** Returns the name under which the object is looked up. */
    String name();

    /**
     * Returns whether the object is no longer offered: this handle or the endpoint was closed, or the name was lost. A
     * name is lost if its files are removed from the runtime directory, and another process takes the name before they
     * are restored. The endpoint then logs an error. A server that must not go on without its name calls this method
     * from time to time. Any thread, does not block.
     */
    boolean isClosed();

    /** Ends the export: further calls are refused, and running calls go on. Any thread, does not block, idempotent. */
    @Override
    void close();
}
