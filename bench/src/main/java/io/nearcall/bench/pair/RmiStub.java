// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import io.nearcall.bench.trade.RmiTrade;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.Remote;
import java.rmi.server.UnicastRemoteObject;
import java.util.Base64;

/** An RMI stub as text, so the client needs no registry. */
public final class RmiStub {

    private static final int BACKLOG = 50;

    private RmiStub() {}

    /** Exports a desk on a free loopback port. The caller keeps the desk alive. */
    public static String export(Remote desk) throws IOException {
        return text(UnicastRemoteObject.exportObject(
                desk, 0, null, port -> new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress())));
    }

    public static String text(Remote stub) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(stub);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    public static RmiTrade read(String text) throws IOException, ClassNotFoundException {
        return read(text, RmiTrade.class);
    }

    /** Reads a stub of another interface. */
    public static <T extends Remote> T read(String text, Class<T> type) throws IOException, ClassNotFoundException {
        byte[] bytes = Base64.getDecoder().decode(text);
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return type.cast(in.readObject());
        }
    }
}
