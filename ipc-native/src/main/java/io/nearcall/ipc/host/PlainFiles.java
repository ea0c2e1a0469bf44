// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.OsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Files in plain Java. */
final class PlainFiles {

    /** In the order of their bits, from the lowest on. */
    private static final PosixFilePermission[] PERMISSIONS = {
        PosixFilePermission.OTHERS_EXECUTE,
        PosixFilePermission.OTHERS_WRITE,
        PosixFilePermission.OTHERS_READ,
        PosixFilePermission.GROUP_EXECUTE,
        PosixFilePermission.GROUP_WRITE,
        PosixFilePermission.GROUP_READ,
        PosixFilePermission.OWNER_EXECUTE,
        PosixFilePermission.OWNER_WRITE,
        PosixFilePermission.OWNER_READ,
    };

    private PlainFiles() {}

    /** Returns the status of a file; null if there is nothing. Follows a symbolic link unless told not to. */
    static FileStatus status(Path path, LinkOption... options) {
        try {
            Map<String, Object> all = Files.readAttributes(path, "unix:mode,uid,gid,ino,dev,size", options);
            return new FileStatus(
                    (int) all.get("mode"),
                    (int) all.get("uid"),
                    (int) all.get("gid"),
                    (long) all.get("ino"),
                    (long) all.get("dev"),
                    (long) all.get("size"));
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw PlainErrors.of("lstat", e, path.toString());
        }
    }

    static Set<PosixFilePermission> permissions(int mode) {
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        for (int bit = 0; bit < PERMISSIONS.length; bit++) {
            if ((mode & 1 << bit) != 0) {
                permissions.add(PERMISSIONS[bit]);
            }
        }
        return permissions;
    }

    /** Sets the times of last access and change to now. Opens the file for a moment, unless it is a socket. */
    static void touch(Path path, LinkOption... options) {
        FileTime now = FileTime.fromMillis(System.currentTimeMillis());
        try {
            Files.getFileAttributeView(path, BasicFileAttributeView.class, options)
                    .setTimes(now, now, null);
        } catch (IOException e) {
            throw PlainErrors.of("utimensat", e, path.toString());
        }
    }

    static boolean unlink(Path path) {
        FileStatus status = status(path, LinkOption.NOFOLLOW_LINKS);
        if (status != null && status.isDirectory()) {
            throw new OsException("unlink", Errno.EISDIR, path.toString());
        }
        try {
            return Files.deleteIfExists(path);
        } catch (IOException e) {
            throw PlainErrors.of("unlink", e, path.toString());
        }
    }
}
