// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.bytes;

/** A place where bytes of a peer are read. One thread at a time. */
interface Reading extends AutoCloseable {

    /** Of the directory of its corpus. */
    String name();

    /** Gets over what the last message has done to it, or is made anew. What that costs is no message's fault. */
    void prepare();

    /**
     * Reads one message.
     *
     * @return whether it was taken; if not, it was refused in the way that is documented. Anything else that happens to
     *     it is thrown
     */
    boolean read(byte[] message);

    @Override
    void close();
}
