// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The second process of a test. The first argument names its action. */
final class PeerProgram {

    static final int LENGTH = 4096;

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);

    private PeerProgram() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "load", "wait" -> NativeLibrary.load();
            case "load-from-no-path" -> {
                System.setProperty(NativeLibrary.DIRECTORY_PROPERTY, "\0");
                System.out.println(NativeLibrary.isAvailable());
                NativeLibrary.load();
            }
            case "load-in-three-loaders" -> loadInThreeLoaders();
            case "hold-lock" -> holdLock(arguments[1]);
            case "connect" -> UnixSocket.connect(arguments[1], PATIENCE_NS);
            case "sleep-on-passed-memory" -> sleepOnPassedMemory(UnixSocket.connect(arguments[1], PATIENCE_NS));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.out.println("done");
        if (!arguments[0].startsWith("load")) {
            System.in.read();
        }
    }

    /** This class's own and two others that know nothing of each other. */
    private static void loadInThreeLoaders() throws Exception {
        NativeLibrary.load();
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        for (int i = 0; i < 2; i++) {
            ClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
            Class<?> type = loader.loadClass("io.nearcall.ipc.os.CurrentProcess");
            Object pid = type.getMethod("pid").invoke(null);
            if (!pid.equals(CurrentProcess.pid())) {
                throw new IllegalStateException("pid=" + pid);
            }
        }
    }

    private static void holdLock(String path) {
        int fd = FileSystem.openLockFile(path);
        if (!FileSystem.tryLock(fd)) {
            throw new IllegalStateException(path + " is locked already");
        }
        FileSystem.writeText(fd, "pid " + CurrentProcess.pid());
    }

    /** Maps it read-only, as the reader of a segment does, and sleeps while its first word is unchanged. */
    private static void sleepOnPassedMemory(int socket) {
        UnixSocket.await(socket, true, PATIENCE_NS);
        int[] fds = new int[1];
        UnixSocket.receive(socket, ByteBuffer.allocateDirect(16), 0, 16, fds);
        long address = Memory.map(fds[0], 0, LENGTH, false);
        Descriptors.close(fds[0]);
        ByteBuffer memory = Memory.buffer(address, LENGTH);
        int word = memory.getInt(0);
        System.out.println("sleeping on " + word);
        int result = Futex.await(address, word, PATIENCE_NS);
        System.out.println("result " + result + ", word " + memory.getInt(0));
    }
}
