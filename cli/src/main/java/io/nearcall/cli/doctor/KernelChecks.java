// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.doctor;

import io.nearcall.ipc.os.Credentials;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Memory;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.ProcessDescriptor;
import io.nearcall.ipc.os.UnixSocket;
import java.util.ArrayList;
import java.util.List;

/** Tries out system calls that a container or a sandbox may forbid. Needs the native library. */
final class KernelChecks {

    private static final String FILTER =
            "The kernel is older than 5.3, or a filter of system calls (seccomp) forbids it: allow ";
    private static final int PAGE_BYTES = 1 << 16; // the largest page size

    private KernelChecks() {}

    static List<Finding> all() {
        return List.of(memory(), peers());
    }

    /** Checks the system calls of the channel shm. */
    static Finding memory() {
        int memory = -1;
        try {
            memory = Memory.memfd("nearcall-doctor", PAGE_BYTES);
            Memory.seal(memory);
            String fault = Memory.checkSegment(memory, PAGE_BYTES);
            return fault == null
                    ? Finding.ok("D12", "memory: memfd_create and seals work")
                    : Finding.fail(
                            "D12", "memory: a sealed memfd is not as it has to be: " + fault, "Report this as a bug.");
        } catch (OsException e) {
            return Finding.fail(
                    "D12",
                    "memory: " + e.getMessage() + ". The channel shm is out, and auto takes fifo, which is slower",
                    FILTER + "memfd_create, fallocate and fcntl in the profile of the container.");
        } finally {
            close(memory);
        }
    }

    /** Checks that each side of a connection can identify its peer, and see whether the peer lives. */
    static Finding peers() {
        List<Integer> open = new ArrayList<>();
        try {
            int[] two = new int[2];
            UnixSocket.pair(two);
            open.add(two[0]);
            open.add(two[1]);
            Credentials peer = UnixSocket.peer(two[0]);
            int process = ProcessDescriptor.open(CurrentProcess.pid());
            if (process < 0) {
                throw new OsException("pidfd_open", -process, "pid=" + CurrentProcess.pid());
            }
            open.add(process);
            return peer.uid() == CurrentProcess.uid() && ProcessDescriptor.isAlive(process)
                    ? Finding.ok("D13", "peers: SO_PEERCRED and pidfd_open work")
                    : Finding.fail(
                            "D13",
                            "peers: SO_PEERCRED says user " + peer.uid() + ", this process runs as "
                                    + CurrentProcess.uid(),
                            "Run the processes in one user namespace.");
        } catch (OsException e) {
            return Finding.fail(
                    "D13",
                    "peers: " + e.getMessage() + ". The death of a process is not noticed at once",
                    FILTER + "pidfd_open and getsockopt in the profile of the container.");
        } finally {
            open.forEach(KernelChecks::close);
        }
    }

    private static void close(int descriptor) {
        if (descriptor >= 0) {
            Descriptors.close(descriptor);
        }
    }
}
