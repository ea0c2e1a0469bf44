// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace.comparison;

import io.nearcall.samples.tuplespace.Template;
import io.nearcall.samples.tuplespace.Tuple;
import io.nearcall.samples.tuplespace.TupleSpace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.Remote;
import java.rmi.server.UnicastRemoteObject;

/** The server's side of the comparison: the same space behind Java RMI. Nothing is opened before a client asks. */
public final class Opponent implements Comparison, RmiSpace {

    private final TupleSpace space;
    private Remote stub;

    public Opponent(TupleSpace space) {
        this.space = space;
    }

    /** Opens it on a free port that only this host reaches. */
    @Override
    public synchronized byte[] rmiSpace() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream stream = new ObjectOutputStream(bytes)) {
            if (stub == null) {
                System.setProperty("java.rmi.server.hostname", "127.0.0.1");
                stub = UnicastRemoteObject.exportObject(
                        this, 0, null, port -> new ServerSocket(port, 50, InetAddress.getByName("127.0.0.1")));
            }
            stream.writeObject(stub);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @Override
    public void out(Tuple tuple) {
        space.out(tuple);
    }

    @Override
    public Tuple inp(Template template) {
        return space.inp(template).orElse(null);
    }
}
