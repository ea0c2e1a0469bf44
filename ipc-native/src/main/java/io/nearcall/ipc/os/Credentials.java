// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

/**
 * The process that connected or listened, as the kernel recorded it at that moment. By now the pid may be another
 * process's. A number that could not be asked for is -1.
 */
public record Credentials(int pid, int uid, int gid) {

    /** Returns these credentials, with the pid {@code said} if the kernel could not be asked for it. */
    public Credentials orPid(int said) {
        return pid < 0 ? new Credentials(said, uid, gid) : this;
    }
}
