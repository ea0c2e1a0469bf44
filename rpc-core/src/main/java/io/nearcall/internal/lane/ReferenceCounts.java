// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

/**
 * Keeps count of the references to remote objects in a connection's messages. Entries are those of
 * {@link io.nearcall.internal.wire.ReferenceList}. Any thread.
 */
public interface ReferenceCounts {

    /** Of a lane on which none can travel. */
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

    /** A frame has come that lists this. Returns what is to be kept, and settled, when its message has been read or not. */
    Object arrived(int entry);

    /** The message has been read, or will not be. */
    void settled(Object arrival);

    /** What was counted when it was written has not been sent. */
    void unsent(int entry);
}
