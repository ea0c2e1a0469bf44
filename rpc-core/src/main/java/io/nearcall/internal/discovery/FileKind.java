// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.Platform;

/** Says in words for messages what kind of file a mode means. */
final class FileKind {

    private static final int TYPE_MASK = 0170000;
    private static final int REGULAR = 0100000;

    private FileKind() {}

    static boolean isRegular(FileStatus status) {
        return (status.mode() & TYPE_MASK) == REGULAR;
    }

    static boolean isSame(FileStatus a, FileStatus b) {
        return a.isSameFile(b);
    }

    /** Describes an owner in words. Windows has no numbers of users. */
    static String user(int uid) {
        if (!Platform.isWindows()) {
            return "user " + Integer.toUnsignedString(uid);
        }
        if (uid == Host.current().uid()) {
            return "user " + System.getProperty("user.name");
        }
        return uid == 0 ? "the system or its administrators" : "another user";
    }

    static String of(FileStatus status) {
        String kind = switch (status.mode() & TYPE_MASK) {
            case 0010000 -> "a FIFO";
            case 0020000, 0060000 -> "a device";
            case 0040000 -> "a directory";
            case REGULAR -> "a regular file";
            case 0120000 -> "a symbolic link";
            case 0140000 -> "a socket";
            default -> "a file of unknown type";
        };
        return kind + " of " + user(status.uid());
    }
}
