// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.SysVMessages;
import java.nio.file.Path;

/**
 * The number by which processes find a System V object of theirs, in one name space of numbers for the whole host.
 * Queues, semaphore sets and segments do not disturb each other. Two programs that take the same number for the same
 * kind do.
 */
public record IpcKey(int value) {

    /** The key of an object that has no key, and that others find only by its id. */
    public static final IpcKey PRIVATE = new IpcKey(SysVMessages.PRIVATE_KEY);

    /**
     * Returns the key that {@code ftok} makes of a file and a number, as other programs on the host do. Two files can
     * lead to the same key: it holds 16 bits of the file's inode number, 8 of its device and 8 of the project.
     *
     * @param file must exist as long as the key is needed; a file that is deleted and made again may give another key
     * @param project the lower 8 bits count, and must not all be zero
     * @throws IllegalArgumentException if the lower 8 bits of {@code project} are zero
     * @throws OsException ENOENT, EACCES
     */
    public static IpcKey ofFile(Path file, int project) {
        if ((project & 0xFF) == 0) {
            throw new IllegalArgumentException("project=" + project + ": its lower 8 bits are zero");
        }
        return new IpcKey(SysVMessages.key(file.toString(), project));
    }

    boolean isPrivate() {
        return value == SysVMessages.PRIVATE_KEY;
    }

    /** Returns the key as {@code ipcs} prints it. */
    @Override
    public String toString() {
        return String.format("0x%08x", value);
    }
}
