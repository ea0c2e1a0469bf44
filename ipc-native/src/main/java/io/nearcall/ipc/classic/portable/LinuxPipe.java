// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

import io.nearcall.ipc.classic.ByteSink;
import io.nearcall.ipc.classic.NamedPipe;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.ProcessStatus;
import io.nearcall.ipc.shared.Layout;
import io.nearcall.ipc.shared.LongField;
import io.nearcall.ipc.shared.SharedObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The name of a pipe of Linux: a shared object that says who reads, and beside it the FIFO. */
final class LinuxPipe implements AutoCloseable {

    /* A FIFO alone does not tell whether its reader lives, and lets in any number of readers and writers. All that
     * changes the name is done with the object's monitor. A process that dies meanwhile leaves a reader that is dead, or
     * a FIFO without a reader, and the next reader begins anew in either case. The writer removes the FIFO's path when
     * both ends are open, so that nothing is left if both are killed. */

    private static final Layout LAYOUT = new Layout();
    private static final LongField READER_PID = LAYOUT.addLong("readerPid"); // 0: nobody
    private static final LongField READER_START = LAYOUT.addLong("readerStart");
    private static final LongField HAS_WRITER = LAYOUT.addLong("hasWriter");
    private static final long PAUSE_MS = 1;
    private static final Runnable NOTHING = () -> {}; // each step leaves the fields right

    private final IpcName name;
    private final SharedObject object;

    private LinuxPipe(IpcName name) {
        this.name = name;
        this.object = SharedObject.open(name + ".pipe", LAYOUT);
    }

    static LinuxPipeSource openSource(IpcName name) {
        LinuxPipe pipe = new LinuxPipe(name);
        LinuxPipeSource source = null;
        try {
            source = pipe.makeSource();
            return source;
        } finally {
            if (source == null) {
                pipe.close();
            }
        }
    }

    private LinuxPipeSource makeSource() {
        Monitors.lock(object.monitor(), NOTHING);
        try {
            long pid = READER_PID.get(object);
            if (pid != 0 && startTicks(pid) == READER_START.get(object)) {
                throw new OsException("mkfifo", Errno.EEXIST, "pipe " + name + " has its reader, process " + pid);
            }
            FileSystem.unlink(path().toString()); // of a reader that is dead
            NamedPipe fifo = NamedPipe.create(path());
            LinuxPipeSource source = null;
            try {
                source = new LinuxPipeSource(this, fifo, fifo.openSource());
            } finally {
                if (source == null) {
                    fifo.close();
                }
            }
            READER_START.set(object, startTicks(CurrentProcess.pid()));
            READER_PID.set(object, CurrentProcess.pid());
            HAS_WRITER.set(object, 0);
            return source;
        } finally {
            object.monitor().unlock();
        }
    }

    static ByteSink openSink(IpcName name, Duration limit) throws InterruptedException {
        long startNs = System.nanoTime();
        long limitNs = TimeUnit.NANOSECONDS.convert(limit);
        while (true) {
            try (LinuxPipe pipe = new LinuxPipe(name)) { // anew each time: a reader may need another object
                ByteSink sink = pipe.sinkNow();
                if (sink != null || System.nanoTime() - startNs >= limitNs) {
                    return sink;
                }
            }
            Thread.sleep(PAUSE_MS);
        }
    }

    private ByteSink sinkNow() throws InterruptedException {
        Monitors.lock(object.monitor(), NOTHING);
        try {
            return READER_PID.get(object) == 0 || HAS_WRITER.get(object) != 0 ? null : sinkOfReader();
        } catch (OsException e) {
            if (e.errno() == Errno.ENOENT) {
                return null; // the reader closes, or was killed while it did
            }
            throw e;
        } finally {
            object.monitor().unlock();
        }
    }

    private ByteSink sinkOfReader() throws InterruptedException {
        try (NamedPipe fifo = NamedPipe.open(path())) {
            ByteSink sink = fifo.openSink(Duration.ZERO);
            if (sink != null) {
                HAS_WRITER.set(object, 1);
                FileSystem.unlink(path().toString());
            }
            return sink;
        }
    }

    private Path path() {
        return object.path().resolveSibling(name + ".pipe");
    }

    /** When a process began; -1 if there is none, or if it is ending. */
    private static long startTicks(long pid) {
        ProcessStatus status = ProcessStatus.of((int) pid);
        return status == null || status.exiting() ? -1 : status.startTicks();
    }

    /** To be called by the reader, which has the name until then. */
    void forgetReader() {
        Monitors.lock(object.monitor(), NOTHING);
        try {
            READER_PID.set(object, 0);
        } finally {
            object.monitor().unlock();
        }
        close();
    }

    @Override
    public void close() {
        object.close();
    }
}
