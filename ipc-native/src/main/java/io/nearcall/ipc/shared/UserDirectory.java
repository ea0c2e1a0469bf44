// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.OsException;
import java.nio.file.Path;

/** The directory of one user for the shared objects that are opened by name and not by path. */
final class UserDirectory {

    private static final String PROPERTY = "io.nearcall.dir";
    private static final String VARIABLE = "NEARCALL_DIR";
    private static final int PRIVATE = 0700;
    private static final int WRITABLE_BY_OTHERS = 0022;
    private static final String SUFFIX = ".object";
    private static final String NAMES = "[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}";

    private UserDirectory() {}

    /** Returns the path of the object with that name. Makes the directory if it does not exist. */
    static Path resolve(String name) {
        if (!name.matches(NAMES)) {
            throw new IllegalArgumentException(
                    "name=\"" + name + "\" is not 1 to 100 letters, digits, '.', '_' and '-', and no '.' first");
        }
        String configured = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        Path directory = configured == null || configured.isBlank() ? byDefault() : Path.of(configured);
        checkOwn(directory.toAbsolutePath().toString());
        return directory.resolve(name + SUFFIX);
    }

    private static Path byDefault() {
        int uid = CurrentProcess.uid();
        String user = Integer.toUnsignedString(uid);
        FileStatus session = FileSystem.lstat("/run/user/" + user);
        return session != null && session.isDirectory() && session.uid() == uid
                ? Path.of("/run/user", user, "nearcall")
                : Path.of("/tmp/nearcall-" + user);
    }

    private static void checkOwn(String directory) {
        FileStatus status = FileSystem.lstat(directory);
        if (status == null) {
            try {
                FileSystem.makeDirectory(directory, PRIVATE);
            } catch (OsException e) {
                if (e.errno() != Errno.EEXIST) {
                    throw e;
                }
            }
            status = FileSystem.lstat(directory);
        }
        if (status == null || !status.isDirectory()) {
            throw new OsException("mkdir", Errno.ENOTDIR, directory);
        }
        if (status.uid() != CurrentProcess.uid() || (status.permissions() & WRITABLE_BY_OTHERS) != 0) {
            throw new OsException(
                    "mkdir",
                    Errno.EACCES,
                    String.format(
                            "%s belongs to user %s and has mode %04o, so others may change what is in it",
                            directory, Integer.toUnsignedString(status.uid()), status.permissions()));
        }
    }
}
