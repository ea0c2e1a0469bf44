// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

/**
 * Keeps count of the references to remote objects in a connection's messages. Its entries are those of
 * {@link io.nearcall.internal.wire.ReferenceList}. Any thread.
 */
public interface ReferenceCounts {

    /** For a lane on which no references travel. */
    ReferenceCounts NONE = new ReferenceCounts() {
        @Override
        public Object arrived(int entry) {
            return this;
        }

        @Override
        public void settled(Object arrival) {}

        @Override
        public void unsent(int entry) {}
    };

    /**
     * A frame has come that lists this entry. Returns what to keep, and to settle when the message has been read or
     * not.
     */
    Object arrived(int entry);

    /** The message has been read, or will not be. */
    void settled(Object arrival);

    /** An entry that was counted when it was written has not been sent. */
    void unsent(int entry);
}
