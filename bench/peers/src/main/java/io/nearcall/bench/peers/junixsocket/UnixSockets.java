// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers.junixsocket;

import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import org.newsclub.net.unix.AFUNIXServerSocket;
import org.newsclub.net.unix.AFUNIXSocket;
import org.newsclub.net.unix.AFUNIXSocketAddress;

/** One Unix socket for every host and port that RMI names. It travels in the stub. */
record UnixSockets(String path) implements RMIClientSocketFactory, RMIServerSocketFactory, Serializable {

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return AFUNIXSocket.connectTo(AFUNIXSocketAddress.of(new File(path)));
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        return AFUNIXServerSocket.bindOn(AFUNIXSocketAddress.of(new File(path)));
    }
}
