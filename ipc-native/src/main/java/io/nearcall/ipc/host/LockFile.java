// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import io.nearcall.ipc.os.FileStatus;

/** A file that is open to be locked. The lock ends when the file is closed, at the latest when the process dies. */
public interface LockFile extends AutoCloseable {

    /**
     * Takes the exclusive lock, against all other processes and all other openings in this one. Does not block.
     *
     * @return false if somebody else has it
     */
    boolean tryLock();

    /** Returns the status of the opened file; null if it is gone and was somebody else's in this process. */
    FileStatus status();

    /** Returns the text of the file. */
    String read();

    /** Replaces the text of the file. */
    void write(String text);

    /** Sets the times of the file's last access and change to now. */
    void touch();

    /** Closes the file. To be called once. */
    @Override
    void close();
}
