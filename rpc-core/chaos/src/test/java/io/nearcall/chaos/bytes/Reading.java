// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.bytes;

/** A place where bytes of a peer are read. One thread at a time. */
interface Reading extends AutoCloseable {

    /** Of the directory of its corpus. */
    String name();

    /** Recovers from the last message, or is made anew. No message is charged for that. */
    void prepare();

    /**
     * Reads one message.
     *
     * @return whether it was accepted; if not, it was refused in the documented way. Any other failure is thrown
     */
    boolean read(byte[] message);

    @Override
    void close();
}
