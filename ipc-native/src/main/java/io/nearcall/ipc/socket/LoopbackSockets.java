// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.os.Descriptors;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** TCP sockets of the loopback interface, which no other host can reach, on ports that the system chooses. */
final class LoopbackSockets implements SocketFamily {

    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final Pattern PLACE =
            Pattern.compile("([0-9]{1,3})\\.([0-9]{1,3})\\.([0-9]{1,3})\\.([0-9]{1,3}):([0-9]{1,5})");

    /** Bytes of a send buffer. By itself, the system would give it megabytes. */
    private static final int BUFFER_LENGTH = 64 * 1024;

    private static final int PORT_GROUP = 5;
    private static final int BYTE_MAX = 255;
    private static final int PORT_MAX = 65535;

    @Override
    public ServerSocketChannel listen(int backlog) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.INET);
        boolean listening = false;
        try {
            listener.configureBlocking(false);
            listener.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), 0), backlog);
            listening = true;
            return listener;
        } finally {
            if (!listening) {
                listener.close();
            }
        }
    }

    @Override
    public String place(ServerSocketChannel listener) throws IOException {
        InetSocketAddress address = (InetSocketAddress) listener.getLocalAddress();
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    @Override
    public void close(ServerSocketChannel listener) {
        Descriptors.close(listener);
    }

    @Override
    public SocketAddress address(String place) {
        Matcher parts = PLACE.matcher(place);
        if (!parts.matches()) {
            throw new PeerFault("not an address and a port: " + place);
        }
        byte[] address = new byte[LOOPBACK.length];
        for (int i = 0; i < address.length; i++) {
            address[i] = (byte) inRange(parts.group(i + 1), 0, BYTE_MAX, place);
        }
        InetAddress host = host(address);
        if (!host.isLoopbackAddress()) {
            throw new PeerFault(place + " is not of the loopback interface");
        }
        return new InetSocketAddress(host, inRange(parts.group(PORT_GROUP), 1, PORT_MAX, place));
    }

    private static int inRange(String digits, int least, int greatest, String place) {
        int number = Integer.parseInt(digits);
        if (number < least || number > greatest) {
            throw new PeerFault("not an address and a port: " + place);
        }
        return number;
    }

    private static InetAddress host(byte[] address) {
        try {
            return InetAddress.getByAddress(address);
        } catch (UnknownHostException e) {
            throw new AssertionError(e); // only of a wrong length
        }
    }

    @Override
    public void connected(String place) {
        // Nothing is left of a place: a port that is closed belongs to nobody.
    }

    @Override
    public SocketChannel open() throws IOException {
        SocketChannel socket = SocketChannel.open(StandardProtocolFamily.INET);
        socket.configureBlocking(false);
        return socket;
    }

    @Override
    public void check(SocketChannel connected) throws IOException {
        connected.setOption(StandardSocketOptions.TCP_NODELAY, true);
        connected.setOption(StandardSocketOptions.SO_SNDBUF, BUFFER_LENGTH);
        if (!((InetSocketAddress) connected.getRemoteAddress()).getAddress().isLoopbackAddress()) {
            throw new PeerFault(connected.getRemoteAddress() + " is not of the loopback interface");
        }
    }
}
