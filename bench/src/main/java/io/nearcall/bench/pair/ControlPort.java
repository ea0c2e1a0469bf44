// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The loopback port over which the client JVM tells the server JVM everything except measured calls. The first byte of
 * a connection gives its purpose. Each connection has a daemon thread that sleeps in a read.
 */
public final class ControlPort {

    /** Commands for the floor's responder. */
    static final int FLOOR = 'F';

    /** Questions about allocated bytes. */
    static final int ALLOCATION = 'A';

    /** Serves one connection until it ends. */
    public interface Service {
        void serve(DataInputStream in, DataOutputStream out) throws IOException;
    }

    private final Map<Integer, Service> services = new ConcurrentHashMap<>();
    private final ServerSocket listener;

    private ControlPort(ServerSocket listener) {
        this.listener = listener;
    }

    public static ControlPort open() throws IOException {
        return new ControlPort(new ServerSocket(0, 8, InetAddress.getLoopbackAddress()));
    }

    /** Connects to the other JVM's port. */
    public static Socket connect(int port, int purpose) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.getOutputStream().write(purpose);
        return socket;
    }

    public void on(int purpose, Service service) {
        services.put(purpose, service);
    }

    public int port() {
        return listener.getLocalPort();
    }

    public void start() {
        daemon("control", this::acceptAll);
    }

    private void acceptAll() {
        while (true) {
            try {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                daemon("control-" + socket.getPort(), () -> serve(socket));
            } catch (IOException e) {
                throw new IllegalStateException("control port " + port() + " failed", e);
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            Service service = services.get(in.read());
            if (service != null) {
                service.serve(in, new DataOutputStream(new BufferedOutputStream(socket.getOutputStream())));
            }
        } catch (IOException e) {
            System.err.println("control connection: " + e);
        }
    }

    private static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
