// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.wait.SelectorSleep;
import io.nearcall.ipc.wait.WaitSlices;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;

/** Unix sockets of the JDK. Each has a number of this class in place of a descriptor. */
final class PlainSockets {

    /** No descriptor of the system is as large, so neither is taken for the other. */
    private static final int FIRST = 1 << 30;

    private final AtomicInteger next = new AtomicInteger(FIRST);
    private final Map<Integer, SelectableChannel> channels = new ConcurrentHashMap<>();

    SelectableChannel channel(int descriptor) {
        SelectableChannel channel = channels.get(descriptor);
        if (channel == null) {
            throw new OsException("lookup", Errno.EBADF, "descriptor=" + descriptor);
        }
        return channel;
    }

    private SocketChannel socket(int descriptor) {
        return (SocketChannel) channel(descriptor);
    }

    private int number(SelectableChannel channel) {
        int number = next.getAndIncrement();
        channels.put(number, channel);
        return number;
    }

    int listen(Path path, int mode, int backlog) {
        ServerSocketChannel listener = null;
        boolean listening = false;
        try {
            listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            listener.configureBlocking(false);
            listener.bind(UnixDomainSocketAddress.of(path), backlog);
            Files.setPosixFilePermissions(path, PlainFiles.permissions(mode));
            listening = true;
            return number(listener);
        } catch (BindException e) {
            int errno = Files.exists(path, LinkOption.NOFOLLOW_LINKS) ? Errno.EADDRINUSE : Errno.EACCES;
            throw PlainErrors.of("bind", errno, e, path.toString());
        } catch (IOException e) {
            throw PlainErrors.of("bind", e, path.toString());
        } finally {
            if (!listening) {
                Descriptors.close(listener);
            }
        }
    }

    int connect(Path path, long timeoutNs) {
        long deadlineNs = System.nanoTime() + timeoutNs;
        for (int slice = 0; ; slice++) {
            SocketChannel socket = open();
            boolean connected = false;
            IOException full = null; // the backlog
            try {
                connected = socket.connect(UnixDomainSocketAddress.of(path));
                if (connected) {
                    return number(socket);
                }
            } catch (ConnectException e) {
                throw PlainErrors.of("connect", e, path.toString());
            } catch (BindException e) { // thrown for EACCES, as if this were a bind
                throw PlainErrors.of("connect", Errno.EACCES, e, path.toString());
            } catch (IOException e) {
                if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
                    throw PlainErrors.of("connect", Errno.ENOENT, e, path.toString());
                }
                full = e;
            } finally {
                if (!connected) {
                    Descriptors.close(socket);
                }
            }
            if (deadlineNs - System.nanoTime() <= 0) {
                throw PlainErrors.of("connect", Errno.ETIMEDOUT, full, path.toString());
            }
            WaitSlices.parkVirtual(slice, deadlineNs);
        }
    }

    private static SocketChannel open() {
        try {
            SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX);
            socket.configureBlocking(false);
            return socket;
        } catch (IOException e) {
            throw PlainErrors.of("socket", e, null);
        }
    }

    /** Connects them through a listener in a temporary directory of their own, which is gone afterwards. */
    void pair(int[] two) {
        try {
            Path directory = Files.createTempDirectory("nearcall"); // for this user alone
            Path path = directory.resolve("pair");
            int listener = Host.NO_DESCRIPTOR;
            try {
                listener = listen(path, 0600, 1);
                two[0] = connect(path, 0);
                two[1] = accept(listener); // does not wait: the other one has connected
                if (two[1] < 0) {
                    close(two[0]);
                    throw new OsException("accept", -two[1], path.toString());
                }
            } finally {
                if (listener != Host.NO_DESCRIPTOR) {
                    close(listener);
                }
                Files.deleteIfExists(path);
                Files.delete(directory);
            }
        } catch (IOException e) {
            throw PlainErrors.of("socketpair", e, null);
        }
    }

    int accept(int listener) {
        try {
            SocketChannel accepted = ((ServerSocketChannel) channel(listener)).accept();
            if (accepted == null) {
                return -Errno.EAGAIN;
            }
            accepted.configureBlocking(false);
            return number(accepted);
        } catch (IOException e) {
            return -PlainErrors.errno(e);
        }
    }

    UnixDomainPrincipal peer(int descriptor) {
        try {
            return socket(descriptor).getOption(ExtendedSocketOptions.SO_PEERCRED);
        } catch (IOException e) {
            throw PlainErrors.of("getsockopt(SO_PEERCRED)", e, null);
        }
    }

    int send(int descriptor, ByteBuffer source, int offset, int length) {
        try {
            int sent = socket(descriptor).write(slice(source, offset, length));
            return sent == 0 ? -Errno.EAGAIN : sent;
        } catch (IOException e) {
            return -Errno.EPIPE;
        }
    }

    int receive(int descriptor, ByteBuffer destination, int offset, int length, int[] descriptors) {
        Arrays.fill(descriptors, Host.NO_DESCRIPTOR);
        try {
            int received = socket(descriptor).read(slice(destination, offset, length));
            return received == 0 ? -Errno.EAGAIN : Math.max(received, 0);
        } catch (IOException e) {
            return -Errno.ECONNRESET;
        }
    }

    private static ByteBuffer slice(ByteBuffer buffer, int offset, int length) {
        ByteBuffer slice = buffer.duplicate();
        slice.limit(offset + length).position(offset);
        return slice;
    }

    boolean await(int descriptor, boolean readable, long timeoutNs) {
        SelectorSleep sleep = new SelectorSleep(channel(descriptor));
        try {
            int operation = readable ? SelectionKey.OP_READ : SelectionKey.OP_WRITE;
            return sleep.sleep(operation, timeoutNs);
        } finally {
            sleep.release();
        }
    }

    void shutdown(int descriptor) {
        try {
            socket(descriptor).shutdownInput();
            socket(descriptor).shutdownOutput();
        } catch (IOException e) {
            // the peer left first
        }
    }

    void close(int descriptor) {
        Descriptors.close(channels.remove(descriptor));
    }
}
