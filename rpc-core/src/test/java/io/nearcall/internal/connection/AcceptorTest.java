// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.discovery.Lookup;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.ServiceName;
import io.nearcall.internal.discovery.ServiceSocket;
import io.nearcall.internal.monitor.Monitor;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.UnixSocket;
import java.nio.file.Path;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class AcceptorTest {

    private static final ServiceName ORDERS = new ServiceName("orders");
    private static final long SECOND_NS = 1_000_000_000;

    @TempDir
    Path temporary;

    private final LinkedBlockingQueue<Integer> accepted = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<Integer> toBeClosed = new LinkedBlockingQueue<>();
    private RuntimeDirectory directory;
    private ServiceSocket socket;
    private Monitor monitor;

    @BeforeEach
    void listen() {
        directory = RuntimeDirectory.open(temporary.resolve("run").toString());
        socket = ServiceSocket.open(directory, ORDERS, 64, Host.current()::close);
        monitor = Monitor.start("test");
    }

    @AfterEach
    void close() {
        monitor.close();
        socket.close();
        accepted.forEach(Descriptors::close);
    }

    @Test
    void shouldHandOverEveryConnection() throws Exception {
        Acceptor acceptor = start(socket::accept, accepted::add);
        for (int i = 0; i < 100; i++) {
            Descriptors.close(Lookup.connect(directory, ORDERS, SECOND_NS));
            Descriptors.close(accepted.take());
        }
        acceptor.close();
    }

    @Test
    void shouldGoOnAcceptingWhenAShortageOfDescriptorsEnds() throws Exception {
        AtomicInteger failures = new AtomicInteger();
        IntSupplier lacking = () -> {
            if (failures.incrementAndGet() <= 3) {
                throw new OsException("accept", Errno.EMFILE, socket.path());
            }
            return socket.accept();
        };
        Acceptor acceptor = start(lacking, accepted::add);
        int client = Lookup.connect(directory, ORDERS, SECOND_NS);
        Descriptors.close(accepted.take());
        Descriptors.close(client);
        acceptor.close();
    }

    @Test
    void shouldHaveAConnectionClosedElsewhereThatCannotBeSetUpAndServeTheNext() throws Exception {
        AtomicInteger count = new AtomicInteger();
        Acceptor acceptor = start(socket::accept, fd -> {
            if (count.getAndIncrement() == 0) {
                throw new IllegalStateException("no memory for the first one");
            }
            accepted.add(fd);
        });
        int first = Lookup.connect(directory, ORDERS, SECOND_NS);
        int second = Lookup.connect(directory, ORDERS, SECOND_NS);
        Descriptors.close(accepted.take());
        int disposed = toBeClosed.take();
        assertThat(UnixSocket.await(first, true, 0)).isZero(); // still open
        Descriptors.close(disposed);
        Descriptors.close(first);
        Descriptors.close(second);
        acceptor.close();
    }

    private Acceptor start(IntSupplier accept, IntConsumer taker) {
        return Acceptor.start(monitor, socket.descriptor(), accept, taker, toBeClosed::add);
    }
}
