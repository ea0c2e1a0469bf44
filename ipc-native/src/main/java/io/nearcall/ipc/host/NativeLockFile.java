// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.FileSystem;
import java.nio.file.Path;

/** A lock file by its descriptor. */
record NativeLockFile(int descriptor) implements LockFile {

    @Override
    public boolean tryLock() {
        return FileSystem.tryLock(descriptor);
    }

    @Override
    public FileStatus status() {
        return FileSystem.fstat(descriptor);
    }

    @Override
    public String read() {
        return FileSystem.readText(descriptor);
    }

    @Override
    public void write(String text) {
        FileSystem.writeText(descriptor, text);
    }

    @Override
    public void touch() {
        PlainFiles.touch(Path.of("/proc/self/fd", Integer.toString(descriptor)));
    }

    @Override
    public void close() {
        Descriptors.close(descriptor);
    }
}
