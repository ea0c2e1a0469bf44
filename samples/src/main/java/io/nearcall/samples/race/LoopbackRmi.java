// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.race;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.Remote;
import java.rmi.server.UnicastRemoteObject;

/** Java RMI between processes that can already call each other. It needs no RMI registry, and so no port for one. */
public final class LoopbackRmi {

    private LoopbackRmi() {}

    /**
     * Exports an object on a free port that only this host can reach. Java RMI refers to the object only weakly, so the
     * caller must keep it.
     *
     * @return the stub of the object, serialised by Java
     */
    public static byte[] export(Remote object) {
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream stream = new ObjectOutputStream(bytes)) {
            stream.writeObject(UnicastRemoteObject.exportObject(
                    object, 0, null, port -> new ServerSocket(port, 50, InetAddress.getByName("127.0.0.1"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Restores the stub that the other process got from {@link #export}. */
    public static <T extends Remote> T stub(byte[] serialised, Class<T> type)
            throws IOException, ClassNotFoundException {
        try (ObjectInputStream stream = new ObjectInputStream(new ByteArrayInputStream(serialised))) {
            return type.cast(stream.readObject());
        }
    }
}
