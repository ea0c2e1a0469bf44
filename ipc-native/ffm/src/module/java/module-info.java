// SPDX-License-Identifier: Apache-2.0
/** What Nearcall uses in place of its native library, on a JDK 22 or newer. */
module io.nearcall.ipc.ffm {
    requires io.nearcall.ipc;

    provides io.nearcall.ipc.backend.SystemCalls with
            io.nearcall.ipc.ffm.ForeignCalls;
}
