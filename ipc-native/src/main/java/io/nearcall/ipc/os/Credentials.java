// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

/**
 * Who connected or listened, as the kernel recorded it at that moment. The pid may be another process's by now; where it could
 * not be asked for, a number is -1.
 */
public record Credentials(int pid, int uid, int gid) {

    /** These, with the pid that was told otherwise if the kernel could not be asked for it. */
    public Credentials orPid(int said) {
        return pid < 0 ? new Credentials(said, uid, gid) : this;
    }
}
