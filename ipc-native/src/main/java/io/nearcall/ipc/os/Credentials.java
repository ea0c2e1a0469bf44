// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

/** Who connected or listened, as the kernel recorded it at that moment. The pid may be another process's by now. */
public record Credentials(int pid, int uid, int gid) {}
