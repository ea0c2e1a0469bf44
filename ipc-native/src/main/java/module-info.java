// SPDX-License-Identifier: Apache-2.0
/** The operating system's IPC: native calls, memory, rings, waiting, channels. */
@SuppressWarnings("module") // io.nearcall is built later
module io.nearcall.ipc {
    requires jdk.net;

    exports io.nearcall.ipc.classic;
    exports io.nearcall.ipc.classic.portable;
    exports io.nearcall.ipc.classic.windows;
    exports io.nearcall.ipc.shared;
    // The exceptions of these packages belong to this one.
    exports io.nearcall.ipc.os;

    exports io.nearcall.ipc.backend to
            io.nearcall.ipc.ffm;
    exports io.nearcall.ipc.channel to
            io.nearcall;
    exports io.nearcall.ipc.fifo to
            io.nearcall;
    exports io.nearcall.ipc.host to
            io.nearcall;
    exports io.nearcall.ipc.mapping to
            io.nearcall;
    exports io.nearcall.ipc.pipe to
            io.nearcall;
    exports io.nearcall.ipc.shm to
            io.nearcall;
    exports io.nearcall.ipc.socket to
            io.nearcall;
    exports io.nearcall.ipc.stream to
            io.nearcall;
    exports io.nearcall.ipc.sysv to
            io.nearcall;
    exports io.nearcall.ipc.wait to
            io.nearcall;

    uses io.nearcall.ipc.backend.SystemCalls;
}
