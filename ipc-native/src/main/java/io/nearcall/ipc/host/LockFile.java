// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import io.nearcall.ipc.os.FileStatus;

/** A file that is open to be locked. The lock ends when it is closed, at the latest when the process dies. */
public interface LockFile extends AutoCloseable {

    /**
     * Takes the exclusive lock, against all processes and all others in this one. Does not block.
     *
     * @return false if somebody else has it
     */
    boolean tryLock();

    /** Of what was opened; null if it is gone and was somebody else's in this process. */
    FileStatus status();

    /** What the file holds. */
    String read();

    /** Replaces what the file holds. */
    void write(String text);

    /** Sets the times of the file's last access and change to now. */
    void touch();

    /** Once. */
    @Override
    void close();
}
