// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** An object that an endpoint offers to other processes, until this handle or the endpoint is closed. */
public interface Export extends AutoCloseable {

    /** The name under which it is looked up. */
    String name();

    /**
     * Takes the offer back: calls that come from now on are refused, those that run go on. Any thread, does not block,
     * idempotent.
     */
    @Override
    void close();
}
