// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart.comparison;

import io.nearcall.samples.quickstart.Orders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The server's side of the comparison. Nothing is opened before a client asks. */
public final class Opponents implements Comparison {

    private final Orders orders;
    private RmiWarehouse rmiWarehouse; // held here, because RMI holds what it exports only weakly
    private volatile FloorFile floor;

    public Opponents(Orders orders) {
        this.orders = orders;
    }

    @Override
    public synchronized byte[] rmiOrders() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream stream = new ObjectOutputStream(bytes)) {
            if (rmiWarehouse == null) {
                rmiWarehouse = RmiWarehouse.open(orders);
            }
            stream.writeObject(rmiWarehouse.stub());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @Override
    public void meetIn(String file) {
        try {
            floor = FloorFile.map(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void respond() {
        floor.respond();
    }
}
