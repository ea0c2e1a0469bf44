// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Calls every native once, and those that throw once more with a failure. Runs under -Xcheck:jni. */
final class EveryNativeProgram {

    private static final int LENGTH = 4096;

    private EveryNativeProgram() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createTempDirectory("nearcall-natives-");
        memoryAndFutex();
        sockets(directory.resolve("orders").toString());
        processes();
        poller();
        files(directory.resolve("lock").toString(), directory.resolve("runtime").toString());
        fifos(directory.resolve("lane").toString());
        messages(directory.toString());
        semaphores();
        segments();
        Files.delete(directory.resolve("runtime"));
        Files.delete(directory);
        System.out.println("done");
    }

    private static void memoryAndFutex() {
        int fd = Memory.memfd("natives", LENGTH);
        long address = Memory.map(fd, 0, LENGTH, true);
        Memory.unmap(Memory.mapTwice(fd, 0, LENGTH, false), 2 * LENGTH);
        Memory.buffer(address, LENGTH).putInt(0, 1);
        Memory.put(address, new byte[8], 0, 8);
        Memory.get(address, new byte[8], 0, 8);
        Memory.checkSegment(fd, LENGTH);
        Memory.seal(fd);
        Memory.checkSegment(fd, LENGTH);
        Futex.await(address, 1, 1000);
        Futex.wake(address, 1);
        Memory.unmap(address, LENGTH);
        Descriptors.close(Descriptors.duplicate(fd));
        Descriptors.close(fd);
        fails(() -> Memory.memfd("n".repeat(5000), LENGTH));
        fails(() -> Memory.seal(-1));
        fails(() -> Memory.length(-1));
        fails(() -> Memory.map(-1, 0, LENGTH, true));
        fails(() -> Memory.mapTwice(-1, 0, LENGTH, true));
        fails(() -> Memory.unmap(1, LENGTH));
        fails(() -> Descriptors.close(-1));
        fails(() -> Descriptors.duplicate(-1));
    }

    private static void sockets(String path) {
        int listener = UnixSocket.listen(path, 0600, 1);
        int client = UnixSocket.connect(path, 1_000_000_000L);
        int server = UnixSocket.accept(listener);
        UnixSocket.accept(listener);
        UnixSocket.peer(server);
        ByteBuffer buffer = ByteBuffer.allocateDirect(8);
        UnixSocket.send(client, buffer, 0, 8, listener);
        UnixSocket.await(server, true, 1_000_000_000L);
        int[] fds = new int[2];
        UnixSocket.receive(server, buffer, 0, 8, fds);
        UnixSocket.shutdown(client);
        int[] pair = new int[2];
        UnixSocket.pair(pair);
        for (int fd : new int[] {listener, client, server, fds[0], pair[0], pair[1]}) {
            Descriptors.close(fd);
        }
        fails(() -> UnixSocket.listen(path, 0600, 1));
        fails(() -> UnixSocket.connect(path, 1_000_000));
        fails(() -> UnixSocket.peer(-1));
        fails(() -> UnixSocket.shutdown(-1));
        FileSystem.unlink(path);
    }

    private static void processes() {
        int pidfd = ProcessDescriptor.open(CurrentProcess.pid());
        ProcessDescriptor.isAlive(pidfd);
        Descriptors.close(pidfd);
        ProcessDescriptor.ofPeer(-1);
        CurrentProcess.uid();
        CurrentProcess.gid();
        fails(() -> ProcessDescriptor.isAlive(1 << 20));
    }

    private static void poller() {
        int[] pair = new int[2];
        UnixSocket.pair(pair);
        try (Poller poller = Poller.open()) {
            poller.add(pair[0], 1, true, false);
            poller.modify(pair[0], 1, false, true);
            poller.wake();
            poller.await(new int[4], new int[4], 0);
            poller.remove(pair[0]);
            fails(() -> poller.add(-1, 1, true, true));
            fails(() -> poller.modify(-1, 1, true, true));
            fails(() -> poller.remove(-1));
        }
        Descriptors.close(pair[0]);
        Descriptors.close(pair[1]);
    }

    private static void files(String lock, String directory) {
        int fd = FileSystem.openLockFile(lock);
        FileSystem.tryLock(fd);
        FileSystem.writeText(fd, "pid 7");
        FileSystem.readText(fd);
        FileSystem.fstat(fd);
        FileSystem.lstat(lock);
        FileSystem.makeDirectory(directory, 0700);
        Descriptors.close(fd);
        FileSystem.unlink(lock);
        FileSystem.unlink(lock);
        namedLater(directory + "/object", directory);
        fails(() -> FileSystem.openExisting(directory));
        fails(() -> FileSystem.openUnnamed(directory + "/none"));
        fails(() -> FileSystem.link(-1, directory + "/none"));
        fails(() -> FileSystem.openLockFile(directory));
        fails(() -> FileSystem.tryLock(-1));
        fails(() -> FileSystem.writeText(-1, "x"));
        fails(() -> FileSystem.readText(-1));
        fails(() -> FileSystem.fstat(-1));
        fails(() -> FileSystem.lstat("x".repeat(5000)));
        fails(() -> FileSystem.makeDirectory(directory, 0700));
        fails(() -> FileSystem.unlink(directory));
    }

    private static void namedLater(String path, String directory) {
        FileSystem.openExisting(path);
        int fd = FileSystem.openUnnamed(directory);
        Memory.allocate(fd, LENGTH);
        Memory.allocated(fd);
        RecordLock.tryLock(fd, 0, 1);
        RecordLock.isHeld(fd, 0, 1);
        RecordLock.release(fd, 0, 1);
        FileSystem.link(fd, path);
        FileSystem.link(fd, path);
        Descriptors.close(FileSystem.openExisting(path));
        Descriptors.close(fd);
        FileSystem.unlink(path);
        fails(() -> Memory.allocate(-1, LENGTH));
        fails(() -> Memory.allocated(-1));
        fails(() -> RecordLock.tryLock(-1, 0, 1));
        fails(() -> RecordLock.isHeld(-1, 0, 1));
        fails(() -> RecordLock.release(-1, 0, 1));
    }

    private static void fifos(String path) {
        Fifo.make(path);
        int reader = Fifo.open(path, false);
        int writer = Fifo.open(path, true);
        int wakeUp = Fifo.openWakeUp();
        Fifo.resize(reader, LENGTH);
        Fifo.pages(writer);
        ByteBuffer buffer = ByteBuffer.allocateDirect(8);
        Fifo.write(writer, buffer, 0, 8);
        Fifo.unread(writer);
        Fifo.await(reader, true, wakeUp, 1000);
        Fifo.read(reader, buffer, 0, 8);
        Fifo.wake(wakeUp);
        fails(() -> Fifo.make(path));
        fails(() -> Fifo.pages(wakeUp));
        fails(() -> Fifo.await(1 << 20, true, -1, 1000));
        FileSystem.unlink(path);
        fails(() -> Fifo.open(path, true));
        for (int fd : new int[] {reader, writer, wakeUp}) {
            Descriptors.close(fd);
        }
    }

    private static void messages(String path) {
        SysVMessages.key(path, 'n');
        SysVMessages.maxLength();
        SysVMessages.maxCapacity();
        int id = SysVMessages.open(SysVMessages.PRIVATE_KEY, SysVMessages.CREATE | 0600);
        ByteBuffer message =
                ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder()).putLong(0, 1);
        SysVMessages.send(id, message, 0, 8);
        SysVMessages.receive(id, message, 0, 8, 0, false);
        SysVMessages.status(id);
        SysVMessages.resize(id, LENGTH);
        SysVMessages.remove(id);
        SysVMessages.remove(id);
        fails(() -> SysVMessages.key(path + "/none", 'n'));
        fails(() -> SysVMessages.status(id));
        fails(() -> SysVMessages.resize(id, LENGTH));
    }

    private static void semaphores() {
        int id = SysVSemaphores.open(SysVMessages.PRIVATE_KEY, 2, SysVMessages.CREATE | 0600);
        SysVSemaphores.set(id, 0, 1);
        SysVSemaphores.operate(id, new short[] {0, -1, 1, 1, 1, 0}, 0);
        SysVSemaphores.operate(id, new short[] {0, -1, 0}, 1000);
        SysVSemaphores.get(id, 0);
        SysVSemaphores.waiters(id, 0, true);
        SysVSemaphores.lastPid(id, 0);
        SysVSemaphores.status(id);
        SysVSemaphores.remove(id);
        SysVSemaphores.remove(id);
        fails(() -> SysVSemaphores.get(id, 0));
        fails(() -> SysVSemaphores.set(id, 0, 1));
        fails(() -> SysVSemaphores.waiters(id, 0, false));
        fails(() -> SysVSemaphores.lastPid(id, 0));
        fails(() -> SysVSemaphores.status(id));
    }

    private static void segments() {
        int id = SysVMemory.open(SysVMessages.PRIVATE_KEY, LENGTH, SysVMessages.CREATE | 0600);
        long address = SysVMemory.attach(id, true);
        SysVMemory.status(id);
        SysVMemory.remove(id);
        Memory.unmap(Memory.aliasTwice(address, LENGTH), 2 * LENGTH);
        SysVMemory.detach(address);
        SysVMemory.remove(id);
        fails(() -> SysVMemory.attach(id, true));
        fails(() -> SysVMemory.detach(address));
        fails(() -> Memory.aliasTwice(1, LENGTH));
        fails(() -> SysVMemory.status(id));
    }

    private static void fails(Runnable call) {
        try {
            call.run();
        } catch (OsException expected) {
            return;
        }
        throw new AssertionError("no OsException");
    }
}
