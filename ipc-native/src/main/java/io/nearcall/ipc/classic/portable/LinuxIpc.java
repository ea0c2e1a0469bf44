// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

import io.nearcall.ipc.shared.Layout;
import io.nearcall.ipc.shared.RegionField;
import io.nearcall.ipc.shared.SharedObject;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;

/** Shared objects and named pipes of Linux. */
final class LinuxIpc implements PortableIpc {

    static final LinuxIpc INSTANCE = new LinuxIpc();

    private LinuxIpc() {}

    @Override
    public SharedMemory openMemory(IpcName name, int lengthBytes) {
        Layout layout = new Layout();
        RegionField region = layout.addRegion("memory", lengthBytes);
        SharedObject object = SharedObject.open(name + ".memory", layout);
        return new SharedMemory() {
            @Override
            public ByteBuffer buffer() {
                return region.buffer(object);
            }

            @Override
            public void close() {
                object.close();
            }
        };
    }

    @Override
    public CountingSemaphore openSemaphore(IpcName name, int initial) {
        if (initial < 0) {
            throw new IllegalArgumentException("initial=" + initial + " is negative");
        }
        return new LinuxSemaphore(name, initial);
    }

    @Override
    public OwnedMutex openMutex(IpcName name) {
        return new LinuxMutex(name);
    }

    @Override
    public ReadableByteChannel openPipeSource(IpcName name) {
        return LinuxPipe.openSource(name);
    }

    @Override
    public WritableByteChannel openPipeSink(IpcName name, Duration limit) throws InterruptedException {
        return LinuxPipe.openSink(name, limit);
    }
}
