// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.SysVMessages;
import java.util.function.IntUnaryOperator;

/** What opening an object of System V has in common, whatever its kind. */
final class SysVObjects {

    /** Nobody but its user. */
    private static final int PERMISSIONS = 0600;

    private SysVObjects() {}

    /** @param open takes the flags, and gives the id or {@code -errno} */
    static int create(String call, String what, IpcKey key, String limit, IntUnaryOperator open) {
        int id = open.applyAsInt(SysVMessages.CREATE | SysVMessages.EXCLUSIVE | PERMISSIONS);
        return switch (-id) {
            case Errno.EEXIST ->
                throw failed(call, id, what + " of key " + key + " is there already: open it, or remove it (ipcrm)");
            case Errno.ENOSPC ->
                throw failed(call, id, "the host has as many as it may (sysctl " + limit + "): ipcs shows them");
            default -> checked(call, id, "key " + key);
        };
    }

    /** As above, of one that is there. */
    static int open(String call, String what, IpcKey key, IntUnaryOperator open) {
        if (key.isPrivate()) {
            throw new IllegalArgumentException("key=PRIVATE: what has no key is found by its id");
        }
        int id = open.applyAsInt(0);
        return switch (-id) {
            case Errno.ENOENT -> throw failed(call, id, "there is no " + what + " of key " + key);
            case Errno.EACCES -> throw failed(call, id, what + " of key " + key + " belongs to another user");
            default -> checked(call, id, "key " + key);
        };
    }

    private static int checked(String call, int id, String detail) {
        if (id < 0) {
            throw failed(call, id, detail);
        }
        return id;
    }

    static OsException failed(String call, int result, String detail) {
        return new OsException(call, -result, detail);
    }

    /** Of a call on an object that was there: the kernel says EINVAL of an id that is none any more. */
    static OsException gone(String call, int result, String what, int id) {
        boolean removed = result == -Errno.EINVAL || result == -Errno.EIDRM;
        return failed(call, removed ? -Errno.EIDRM : result, what + " " + id + (removed ? " has been removed" : ""));
    }
}
