// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.windows;

import io.nearcall.ipc.os.WindowsException;
import io.nearcall.ipc.os.windows.ErrorCodes;
import io.nearcall.ipc.os.windows.Handles;
import io.nearcall.ipc.os.windows.Pipes;

/** The handle of a pipe's end, with what each direction needs as long as Windows may use it. */
final class PipeHandle extends HandleOwner {

    final PipeDirection reading;
    final PipeDirection writing;

    private PipeHandle(String name, long handle, PipeDirection reading, PipeDirection writing) {
        super(name, handle);
        this.reading = reading;
        this.writing = writing;
    }

    /**
     * Takes over a handle, which is closed if that fails.
     *
     * @param directions of {@link Pipes}, seen from this end
     */
    static PipeHandle of(String name, long handle, int directions) {
        PipeDirection reading = null;
        PipeHandle made = null;
        try {
            reading = (directions & Pipes.READ) == 0 ? null : new PipeDirection();
            PipeDirection writing = (directions & Pipes.WRITE) == 0 ? null : new PipeDirection();
            made = new PipeHandle(name, handle, reading, writing);
            return made;
        } finally {
            if (made == null) {
                Handles.close(handle);
                free(reading);
            }
        }
    }

    /**
     * Waits for a client. Returns false if the time limit has passed.
     *
     * @throws IllegalStateException if this end is closed, before or meanwhile
     */
    boolean awaitClient(long limitNs) throws InterruptedException {
        PipeDirection direction = reading != null ? reading : writing;
        synchronized (direction) {
            long handle = enter();
            try {
                int result = direction.connect(this, handle, limitNs);
                if (result >= 0) {
                    return true;
                }
                if (result != -ErrorCodes.OPERATION_ABORTED) {
                    throw new WindowsException("ConnectNamedPipe", -result, name());
                }
            } finally {
                leave();
            }
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        enter();
        leave();
        return false;
    }

    @Override
    void release(long handle) {
        super.release(handle);
        free(reading);
        free(writing);
    }

    private static void free(PipeDirection direction) {
        if (direction != null) {
            direction.free();
        }
    }
}
